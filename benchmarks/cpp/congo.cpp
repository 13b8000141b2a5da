// The yardstick for Congo's kernels: the same words, tables and loops in C++. It is no part of the package.
//   g++ -O3 -march=native -std=c++20 -o /tmp/congo benchmarks/cpp/congo.cpp && /tmp/congo 6
// counts the leaves below the start in both ways, beside: plyground perft congo 6 [--no-bulk]
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

using Word = uint64_t;
using Move = int64_t;
enum Kind { LION, ZEBRA, ELEPHANT, GIRAFFE, CROCODILE, MONKEY, PAWN, SUPERPAWN };
constexpr int WHITE = 0, BLACK = 1, COLORS = 3, STATE = 5, MOST_MOVES = 1 << 14;
constexpr Word ONE = 1, BOARD = (ONE << 49) - 1;
struct Position { Word w[6]; };

static Word rank_set(int low, int high) {
    Word set = 0;
    for (int file = 0; file < 7; ++file)
        for (int rank = low; rank <= high; ++rank) set |= ONE << (7 * file + rank);
    return set;
}
static const Word FIRST = rank_set(0, 0), LAST = rank_set(6, 6), RIVER = rank_set(3, 3);
static const Word NORTH = rank_set(4, 6), SOUTH = rank_set(0, 2);
static Word NEAR[65], FAR[65], ZEBRAS[65], ELEPHANTS[65], UP[65], DOWN[65], LIONS[2][65], FLIGHT[65][65];

static Word at(int file, int rank) { return file < 0 || file > 6 || rank < 0 || rank > 6 ? 0 : ONE << (7 * file + rank); }
static bool in_castle(int file, int rank, int side) {
    return file >= 2 && file <= 4 && (side == WHITE ? rank <= 2 : rank >= 4) && rank >= 0 && rank <= 6;
}

static void make_tables() {
    std::memset(FLIGHT, 0xFF, sizeof FLIGHT);
    for (int s = 0; s < 49; ++s) {
        int f = s / 7, r = s % 7;
        for (int x = -2; x <= 2; ++x)
            for (int y = -2; y <= 2; ++y) {
                int longest = std::max(std::abs(x), std::abs(y)), both = std::abs(x) + std::abs(y);
                if (longest == 1) NEAR[s] |= at(f + x, r + y);
                if (longest == 2 && both != 3) FAR[s] |= at(f + x, r + y);
                if (both == 3) ZEBRAS[s] |= at(f + x, r + y);
                if (longest == both && longest) ELEPHANTS[s] |= at(f + x, r + y);
                if (longest == 1)
                    for (int side : {WHITE, BLACK})
                        if (in_castle(f, r, side) && in_castle(f + x, r + y, side)) LIONS[side][s] |= at(f + x, r + y);
            }
        if (r == 3) {
            for (int x = f + 1; x < 7; ++x) UP[s] |= at(x, 3);
            for (int x = 0; x < f; ++x) DOWN[s] |= at(x, 3);
        }
        for (int y = r + 1; y <= 3; ++y) UP[s] |= at(f, y);
        for (int y = 3; y < r; ++y) DOWN[s] |= at(f, y);
        for (int t = 0; t < 49 && in_castle(f, r, WHITE); ++t) {
            int tf = t / 7, tr = t % 7;
            if (!in_castle(tf, tr, BLACK)) continue;
            Word between = ~Word(0);
            if (f == tf) {
                between = 0;
                for (int y = r + 1; y < tr; ++y) between |= at(f, y);
            } else if (r == 2 && tr == 4 && std::abs(f - tf) == 2) between = at(3, 3);
            FLIGHT[s][t] = FLIGHT[t][s] = between;
        }
    }
}

static inline int lowest(Word w) { return std::countr_zero(w); }
static inline int count(Word w) { return std::popcount(w); }
static inline Word ahead(Word men, int side) { return side == WHITE ? (men & ~LAST) << 1 : (men & ~FIRST) >> 1; }
static inline Word left(Word men) { return men >> 7; }
static inline Word right(Word men) { return (men << 7) & BOARD; }

static inline Word targets(int kind, int s, int side, Word own, Word taken, Word lions) {
    switch (kind) {
        case ZEBRA: return ZEBRAS[s] & ~own;
        case ELEPHANT: return ELEPHANTS[s] & ~own;
        case GIRAFFE: return (NEAR[s] & ~taken) | (FAR[s] & ~own);
        case CROCODILE: {
            Word blockers = UP[s] & taken, first = blockers & -blockers;
            Word below = ONE << (63 - std::countl_zero((DOWN[s] & taken) | 1));
            return (NEAR[s] | (UP[s] & (first | (first - 1))) | (DOWN[s] & -below)) & ~own;
        }
        case LION: {
            Word rival = lions & ~own;
            return (LIONS[side][s] & ~own) | (FLIGHT[s][lowest(rival)] & taken ? 0 : rival);
        }
    }
    return NEAR[s] & ~taken;
}

static Word jumpable(int s, Word empty, Word enemy) {
    Word found = 0;
    for (Word rest = NEAR[s] & enemy; rest; rest &= rest - 1)
        if ((FAR[s] & empty) >> ((2 * lowest(rest) - s) & 63) & 1) found |= rest & -rest;
    return found;
}

static int jumps(int start, Word taken, Word enemy, Word lions, Move* moves, int size) {
    Word empty = (BOARD & ~taken) | ONE << start;
    auto on = [&](int square, Word jumped, int level) {
        for (Word rest = jumpable(square, empty, enemy & ~jumped); rest; rest &= rest - 1) {
            int over = lowest(rest), known = level;
            Move move = Move(start) << 55 | Move(2 * over - square) << 49 | Move(jumped | ONE << over);
            while (known < size && moves[known] != move) ++known;
            if (known == size && size < MOST_MOVES) moves[size++] = move;
        }
    };
    int i = size;
    on(start, 0, size);
    while (i < size)
        for (int next = size; i < next; ++i) {
            Word jumped = moves[i] & (BOARD);
            if (!(jumped & lions)) on(moves[i] >> 49 & 63, jumped, next);
        }
    return size;
}

template <class Each> static inline void pawn_sets(const Position& p, int side, Word own, Word empty, Each each) {
    int up = side == WHITE ? 1 : -1;
    Word all = own & p.w[1] & p.w[2], supers = all & p.w[0], forward = ahead(all, side);
    each(forward & ~own, up), each(left(forward) & ~own, up - 7), each(right(forward) & ~own, up + 7);
    Word back = ahead((all & (side == WHITE ? NORTH : SOUTH)) | supers, 1 - side) & empty;
    each(back, -up), each(ahead(back, 1 - side) & empty, -2 * up);
    if (supers) {
        each(left(supers) & ~own, -7), each(right(supers) & ~own, 7);
        back = ahead(left(supers), 1 - side) & empty;
        each(back, -up - 7), each(ahead(left(back), 1 - side) & empty, -2 * (up + 7));
        back = ahead(right(supers), 1 - side) & empty;
        each(back, -up + 7), each(ahead(right(back), 1 - side) & empty, -2 * (up - 7));
    }
}

static inline bool over(const Position& p) {
    Word kinds = p.w[0] | p.w[1] | p.w[2], lions = (p.w[3] | p.w[4]) & ~kinds;
    return !kinds || !(lions & (lions - 1));
}

static int generate(const Position& p, Move* moves) {
    if (over(p)) return 0;
    int side = p.w[STATE] & 1, size = 0;
    Word own = p.w[COLORS + side], enemy = p.w[COLORS + 1 - side], taken = own | enemy;
    Word lions = taken & ~(p.w[0] | p.w[1] | p.w[2]);
    pawn_sets(p, side, own, ~taken, [&](Word ends, int shift) {
        for (; ends; ends &= ends - 1) {
            int end = lowest(ends);
            moves[size++] = Move(end - shift) << 55 | Move(end) << 49;
        }
    });
    for (Word men = own & ~(p.w[1] & p.w[2]); men; men &= men - 1) {
        int s = lowest(men), kind = (p.w[0] >> s & 1) | (p.w[1] >> s & 1) << 1 | (p.w[2] >> s & 1) << 2;
        for (Word ends = targets(kind, s, side, own, taken, lions); ends; ends &= ends - 1)
            moves[size++] = Move(s) << 55 | Move(lowest(ends)) << 49;
    }
    for (Word men = own & p.w[0] & ~p.w[1] & p.w[2]; men; men &= men - 1)
        size = jumps(lowest(men), taken, enemy, lions, moves, size);
    return size;
}

template <int kind> static inline int count_kind(Word men, int side, Word own, Word taken, Word lions) {
    int found = count(targets(kind, lowest(men), side, own, taken, lions));
    for (men &= men - 1; men; men &= men - 1) found += count(targets(kind, lowest(men), side, own, taken, lions));
    return found;
}

static int count_moves(const Position& p, Move* scratch) {
    if (over(p)) return 0;
    int side = p.w[STATE] & 1, found = 0;
    Word low = p.w[0], middle = p.w[1], high = p.w[2];
    Word own = p.w[COLORS + side], enemy = p.w[COLORS + 1 - side], taken = own | enemy;
    Word lions = taken & ~(low | middle | high), monkeys = own & low & ~middle & high;
    pawn_sets(p, side, own, ~taken, [&](Word ends, int) { found += count(ends); });
    found += count_kind<LION>(own & lions, side, own, taken, lions);
    found += count_kind<ZEBRA>(own & low & ~middle & ~high, side, own, taken, lions);
    found += count_kind<ELEPHANT>(own & ~low & middle & ~high, side, own, taken, lions);
    found += count_kind<GIRAFFE>(own & low & middle & ~high, side, own, taken, lions);
    found += count_kind<CROCODILE>(own & ~low & ~middle & high, side, own, taken, lions);
    found += count_kind<MONKEY>(monkeys, side, own, taken, lions);
    for (; monkeys; monkeys &= monkeys - 1)
        if (NEAR[lowest(monkeys)] & enemy) found += jumps(lowest(monkeys), taken, enemy, lions, scratch, 0);
    return found;
}

static void play(const Position& p, Move move, Position& child) {
    int side = p.w[STATE] & 1, start = move >> 55, end = move >> 49 & 63;
    Word from = ONE << start, to = ONE << end, removed = from | to | (move & BOARD);
    Word low = (p.w[0] & ~removed) | (p.w[0] >> start & 1) << end;
    Word middle = (p.w[1] & ~removed) | (p.w[1] >> start & 1) << end;
    Word high = (p.w[2] & ~removed) | (p.w[2] >> start & 1) << end;
    low |= to & (side == WHITE ? LAST : FIRST) & middle & high;
    Word stayed = p.w[COLORS + side] & ~from, waded = from & RIVER ? to : 0;
    Word drowned = (stayed | waded) & RIVER & (low | middle | ~high);
    child.w[0] = low & ~drowned, child.w[1] = middle & ~drowned, child.w[2] = high & ~drowned;
    child.w[COLORS + side] = (stayed | to) & ~drowned;
    child.w[COLORS + 1 - side] = p.w[COLORS + 1 - side] & ~removed;
    child.w[STATE] = (p.w[STATE] ^ 1) + (Word(side) << 32);
}

static std::vector<std::array<Move, MOST_MOVES>> lists(16);
static Position stack[16];

template <bool bulk> static int64_t perft(int ply, int depth) {
    Move* moves = lists[ply].data();
    if (bulk && depth == 1) return count_moves(stack[ply], moves);
    int64_t leaves = 0;
    for (int i = 0, size = generate(stack[ply], moves); i < size; ++i) {
        play(stack[ply], moves[i], stack[ply + 1]);
        leaves += depth == 1           ? 1
                  : bulk && depth == 2 ? count_moves(stack[ply + 1], lists[ply + 1].data())
                                       : perft<bulk>(ply + 1, depth - 1);
    }
    return leaves;
}

template <bool bulk> static void report(const char* what, int depth) {
    std::clock_t begin = std::clock();  // processor time: other programs may be running
    int64_t leaves = perft<bulk>(0, depth);
    std::printf("%s %ld %.6f\n", what, long(leaves), double(std::clock() - begin) / CLOCKS_PER_SEC);
}

int main(int argc, char** argv) {
    int depth = argc > 1 ? std::atoi(argv[1]) : 5;
    if (depth < 1 || depth > 15) return std::puts("usage: congo [DEPTH from 1 to 15]"), 2;
    make_tables();
    const Kind back[7] = {GIRAFFE, MONKEY, ELEPHANT, LION, ELEPHANT, CROCODILE, ZEBRA};
    stack[0] = {};
    for (int file = 0; file < 7; ++file)
        for (int rank : {0, 1, 5, 6}) {
            int kind = rank == 0 || rank == 6 ? back[file] : PAWN;
            for (int i = 0; i < 3; ++i)
                if (kind >> i & 1) stack[0].w[i] |= at(file, rank);
            stack[0].w[COLORS + (rank > 3)] |= at(file, rank);
        }
    report<true>("perft", depth);
    report<false>("perft-played", depth);
}
