// Yardstick for the minichess kernels: the same sets, the same play and the same perft, in C++.
// Playable moves, a king may be taken, no promotion (the assignment's game); the safety of a move is tested in full.
//
//     g++ -O3 -march=native -std=c++20 -o minichess minichess.cpp && ./minichess 7
//
// prints a line for each way of counting: its name, the leaves, the seconds of processor time.

#include <bit>
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using Word = std::uint64_t;

constexpr Word BOARD = 0x1FFFFFF, FIRST_RANK = 0x108421, LAST_RANK = FIRST_RANK << 4, PAIR = 0x100000001;
constexpr int SQUARES = 25, MOST_MOVES = 400, MOST_PLIES = 32, QUIET_PLIES = 50;

// A position: colours, pawns and knights, sliders (two sets a word), and a last word of side, quiet plies and number.
struct Position { Word colors, kinds, sliders, state; };
struct Pieces { int turn; Word own, other, pawns, knights, diagonal, straight, kings; };

static Word knight_reach[SQUARES], king_reach[SQUARES], straight_table[SQUARES][64], diagonal_table[SQUARES][64];
static Word straight_mask[SQUARES], diagonal_mask[SQUARES], straight_magic[SQUARES], diagonal_magic[SQUARES];

static Word slide(int square, Word occupied, bool diagonal, bool to_the_edge) {
    Word reach = 0;
    for (int dc = -1; dc <= 1; dc++)
        for (int dr = -1; dr <= 1; dr++) {
            if ((dc == 0 && dr == 0) || ((dc != 0 && dr != 0) != diagonal)) continue;
            int c = square / 5 + dc, r = square % 5 + dr;
            for (; c >= 0 && c < 5 && r >= 0 && r < 5; c += dc, r += dr) {
                bool last = c + dc < 0 || c + dc > 4 || r + dr < 0 || r + dr > 4;
                if (to_the_edge || !last) reach |= Word(1) << (5 * c + r);
                if (to_the_edge && occupied >> (5 * c + r) & 1) break;
            }
        }
    return reach;
}

static Word random_state = 1;
static Word random_word() {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}

static void fill(int square, bool diagonal, Word* table, Word& mask, Word& magic) {
    mask = slide(square, 0, diagonal, false);
    for (;;) {
        magic = random_word() & random_word() & random_word();
        for (int i = 0; i < 64; i++) table[i] = 0;
        bool fits = true;
        Word occupied = 0;
        do {
            Word reach = slide(square, occupied, diagonal, true);
            Word& place = table[occupied * magic >> 58];
            fits = place == 0 || place == reach;
            place = reach;
            occupied = (occupied - mask) & mask;
        } while (fits && occupied);
        if (fits) return;
    }
}

static void build_tables() {
    for (int square = 0; square < SQUARES; square++) {
        fill(square, false, straight_table[square], straight_mask[square], straight_magic[square]);
        fill(square, true, diagonal_table[square], diagonal_mask[square], diagonal_magic[square]);
        for (int target = 0; target < SQUARES; target++) {
            int dc = std::abs(target / 5 - square / 5), dr = std::abs(target % 5 - square % 5);
            if (dc * dr == 2) knight_reach[square] |= Word(1) << target;
            if (dc <= 1 && dr <= 1 && dc + dr > 0) king_reach[square] |= Word(1) << target;
        }
    }
}

static Word straight_reach(int s, Word occupied) {
    return straight_table[s][(occupied & straight_mask[s]) * straight_magic[s] >> 58];
}
static Word diagonal_reach(int s, Word occupied) {
    return diagonal_table[s][(occupied & diagonal_mask[s]) * diagonal_magic[s] >> 58];
}
static Word steps(Word pawns, int turn) { return turn == 0 ? (pawns & ~LAST_RANK) << 1 : (pawns & ~FIRST_RANK) >> 1; }
static Word left(Word pawns, int turn) { return turn == 0 ? (pawns & ~LAST_RANK) >> 4 : (pawns & ~FIRST_RANK) >> 6; }
static Word right(Word pawns, int turn) {
    return (turn == 0 ? (pawns & ~LAST_RANK) << 6 : (pawns & ~FIRST_RANK) << 4) & BOARD;
}

static Pieces pieces_of(const Position& p) {
    int turn = p.state & 1;
    Word white = p.colors & BOARD, black = p.colors >> 32, pawns = p.kinds & BOARD, knights = p.kinds >> 32;
    Word diagonal = p.sliders & BOARD, straight = p.sliders >> 32;
    Word kings = (white | black) & ~(pawns | knights | diagonal | straight);
    return {turn, turn ? black : white, turn ? white : black, pawns, knights, diagonal, straight, kings};
}

static Word attackers(const Pieces& p, int s, Word occupied, Word other) {
    Word bit = Word(1) << s, pawn_squares = left(bit, p.turn) | right(bit, p.turn);
    return other & ((straight_reach(s, occupied) & p.straight) | (diagonal_reach(s, occupied) & p.diagonal) |
                    (knight_reach[s] & p.knights) | (king_reach[s] & p.kings) | (pawn_squares & p.pawns));
}

static bool is_safe(const Pieces& p, int move) {
    int start = move >> 8, target = move >> 3 & 31;
    Word from = Word(1) << start, to = Word(1) << target;
    if (p.kings & to) return true;
    Word king = p.kings & p.own;
    if (king & from) king ^= from | to;
    return !attackers(p, std::countr_zero(king), ((p.own | p.other) & ~from) | to, p.other & ~to);
}

template <typename Visit> static void each_piece(const Pieces& p, Word movers, Visit visit) {
    Word occupied = p.own | p.other;
    for (Word b = p.knights & movers; b; b &= b - 1) visit(std::countr_zero(b), knight_reach[std::countr_zero(b)]);
    for (Word b = p.diagonal & movers; b; b &= b - 1) {
        visit(std::countr_zero(b), diagonal_reach(std::countr_zero(b), occupied));
    }
    for (Word b = p.straight & movers; b; b &= b - 1) {
        visit(std::countr_zero(b), straight_reach(std::countr_zero(b), occupied));
    }
    for (Word b = p.kings & movers; b; b &= b - 1) visit(std::countr_zero(b), king_reach[std::countr_zero(b)]);
}

static int write(const Pieces& p, Word movers, int* moves) {
    int size = 0, forward = 1 - 2 * p.turn;
    Word pawns = p.pawns & movers;
    auto pawn_moves = [&](Word targets, int step) {
        for (; targets; targets &= targets - 1) {
            int target = std::countr_zero(targets);
            moves[size++] = (target - step) << 8 | target << 3;
        }
    };
    pawn_moves(steps(pawns, p.turn) & ~(p.own | p.other), forward);
    pawn_moves(left(pawns, p.turn) & p.other, forward - 5);
    pawn_moves(right(pawns, p.turn) & p.other, forward + 5);
    each_piece(p, movers, [&](int start, Word reach) {
        for (reach &= ~p.own; reach; reach &= reach - 1) moves[size++] = start << 8 | std::countr_zero(reach) << 3;
    });
    return size;
}

static int count(const Pieces& p, Word movers) {
    Word pawns = p.pawns & movers;
    int size = std::popcount(steps(pawns, p.turn) & ~(p.own | p.other)) +
               std::popcount(left(pawns, p.turn) & p.other) + std::popcount(right(pawns, p.turn) & p.other);
    each_piece(p, movers, [&](int, Word reach) { size += std::popcount(reach & ~p.own); });
    return size;
}

static bool has_safe_move(const Pieces& p, int* moves) {
    int king = std::countr_zero(p.kings & p.own);
    Word occupied = p.own | p.other, doubtful = p.own;
    if (!attackers(p, king, occupied, p.other)) {
        doubtful = p.kings & p.own;
        Word nearest = straight_reach(king, occupied) & p.own;
        if (straight_reach(king, occupied ^ nearest) & p.straight & p.other) doubtful |= nearest;
        nearest = diagonal_reach(king, occupied) & p.own;
        if (diagonal_reach(king, occupied ^ nearest) & p.diagonal & p.other) doubtful |= nearest;
        if (count(p, p.own & ~doubtful)) return true;
    }
    int size = write(p, doubtful, moves);
    for (int i = 0; i < size; i++)
        if (is_safe(p, moves[i])) return true;
    return false;
}

static bool is_over(const Position& p, const Pieces& pieces, int* moves) {
    return !(pieces.kings & pieces.own) || (p.state >> 8 & 0xFFFFFF) >= QUIET_PLIES || !has_safe_move(pieces, moves);
}

static Position play(const Position& p, int move) {
    int start = move >> 8, target = move >> 3 & 31;
    auto moved = [&](Word word) {
        return (word & ~(PAIR << start | PAIR << target)) | (word >> start & PAIR) << target;
    };
    Word side = p.state & 1, quiet = (p.colors >> target & PAIR) ? 0 : (p.state >> 8 & 0xFFFFFF) + 1;
    Word state = (side ^ 1) | quiet << 8 | ((p.state >> 32) + side) << 32;
    return {moved(p.colors), moved(p.kinds), moved(p.sliders), state};
}

static Position stack[MOST_PLIES];
static int moves[MOST_PLIES][MOST_MOVES];

static long counted(int ply) {
    Pieces pieces = pieces_of(stack[ply]);
    return is_over(stack[ply], pieces, moves[ply]) ? 0 : count(pieces, pieces.own);
}

template <bool bulk> static long perft(int ply, int depth) {
    if (bulk && depth == 1) return counted(ply);
    Pieces pieces = pieces_of(stack[ply]);
    if (is_over(stack[ply], pieces, moves[ply])) return 0;
    long leaves = 0;
    int size = write(pieces, pieces.own, moves[ply]);
    for (int i = 0; i < size; i++) {
        stack[ply + 1] = play(stack[ply], moves[ply][i]);
        leaves += depth == 1 ? 1 : bulk && depth == 2 ? counted(ply + 1) : perft<bulk>(ply + 1, depth - 1);
    }
    return leaves;
}

template <bool bulk> static void report(int depth) {
    std::clock_t begin = std::clock();
    long leaves = perft<bulk>(0, depth);
    std::printf("%s %ld %.6f\n", bulk ? "perft" : "perft-played", leaves, double(std::clock() - begin) / CLOCKS_PER_SEC);
}

int main(int, char** arguments) {
    build_tables();
    Word back = FIRST_RANK | FIRST_RANK << 1, far = FIRST_RANK << 3 | FIRST_RANK << 4;
    Word rooks = 1 << 0 | 1 << 4, knights = 1 << 5 | 1 << 9, bishops = 1 << 10 | 1 << 14, queens = 1 << 15 | 1 << 19;
    Word pawns = FIRST_RANK << 1 | FIRST_RANK << 3;
    stack[0] = {back | far << 32, pawns | knights << 32, bishops | queens | (rooks | queens) << 32, Word(1) << 32};
    int depth = arguments[1] ? std::atoi(arguments[1]) : 6;
    report<false>(depth);
    report<true>(depth);
}
