// Yardstick for Star and Circle: the same bitboards, the same plain minimax and the same perft, in C++.
// Every leaf is made and worth E, counted afresh from the row values. Usual start, row values 10 to 80.
//
//     g++ -O3 -march=native -std=c++20 -o starcircle starcircle.cpp && ./starcircle 8
//
// prints a line for perft, played out and bulk-counted, and MINIMAX of that depth: name, nodes, seconds of processor time.

#include <bit>
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using Word = std::uint64_t;

constexpr Word ROW_H = 0xFF, ROW_A = ROW_H << 56;
constexpr Word NOT_COLUMN_1 = 0xFEFEFEFEFEFEFEFE, NOT_COLUMN_8 = 0x7F7F7F7F7F7F7F7F;
constexpr int PASS = 64 * 64, MOST_MOVES = 4 * 56, MOST_PLIES = 64;
constexpr long VALUES[8] = {10, 20, 30, 40, 50, 60, 70, 80};

struct Position {
    Word pieces[2], stacks[2];
    int side, passes;
};

struct Movers {
    Word step_left, step_right, jump_left, jump_right;
};

static Movers movers(const Position& p) {
    const Word own = p.pieces[p.side], enemy = p.pieces[1 - p.side];
    const Word left = own & NOT_COLUMN_1, right = own & NOT_COLUMN_8;
    if (p.side == 0) {
        const Word landing = ~(own | enemy) | (own & ROW_H);
        return {left & landing << 9, right & landing << 7,
                left & enemy << 9 & (landing << 9 & NOT_COLUMN_1) << 9,
                right & enemy << 7 & (landing << 7 & NOT_COLUMN_8) << 7};
    }
    const Word landing = ~(own | enemy) | (own & ROW_A);
    return {left & landing >> 7, right & landing >> 9,
            left & enemy >> 7 & (landing >> 7 & NOT_COLUMN_1) >> 7,
            right & enemy >> 9 & (landing >> 9 & NOT_COLUMN_8) >> 9};
}

static bool is_over(const Position& p) { return !p.pieces[0] || !p.pieces[1] || p.passes >= 2; }

static int generate(const Position& p, int* moves) {
    if (is_over(p)) return 0;
    const Movers m = movers(p);
    const int jump_left = p.side ? 14 : -18, jump_right = p.side ? 18 : -14;
    const int step_left = p.side ? 7 : -9, step_right = p.side ? 9 : -7;
    int size = 0;
    for (Word left = m.step_left | m.step_right | m.jump_left | m.jump_right; left; left &= left - 1) {
        const int start = std::countr_zero(left), code = 65 * start;
        const auto add = [&](Word from, int step) { moves[size] = code + step, size += from >> start & 1; };
        if (p.side == 0) add(m.jump_left, jump_left), add(m.jump_right, jump_right);
        add(m.step_left, step_left), add(m.step_right, step_right);
        if (p.side == 1) add(m.jump_left, jump_left), add(m.jump_right, jump_right);
    }
    if (size == 0) moves[size++] = PASS;
    return size;
}

static long count(const Position& p) {
    if (is_over(p)) return 0;
    const Movers m = movers(p);
    const int moves = std::popcount(m.step_left) + std::popcount(m.step_right) + std::popcount(m.jump_left) +
                      std::popcount(m.jump_right);
    return moves ? moves : 1;
}

static void play(const Position& p, int move, Position& child) {
    child = p;
    child.side = 1 - p.side;
    child.passes = move == PASS ? p.passes + 1 : 0;
    if (move == PASS) return;
    const int start = move >> 6, end = move & 63;
    if (std::abs(start - end) > 9) child.pieces[1 - p.side] ^= Word(1) << ((start + end) >> 1);
    child.pieces[p.side] ^= Word(1) << start;
    if (child.pieces[p.side] >> end & 1) child.stacks[p.side] += Word(1) << 8 * (end & 7);
    child.pieces[p.side] |= Word(1) << end;
}

static long sum_of_bytes(Word stacks) {
    constexpr Word even = 0x00FF00FF00FF00FF;
    return ((stacks & even) + (stacks >> 8 & even)) * 0x0001000100010001 >> 48;
}

static long utility(const Position& p) {
    long total = VALUES[7] * (sum_of_bytes(p.stacks[0]) - sum_of_bytes(p.stacks[1]));
    for (int row = 0; row < 8; ++row)
        total += VALUES[row] * (std::popcount(p.pieces[0] & ROW_A >> 8 * row) - std::popcount(p.pieces[1] & ROW_H << 8 * row));
    return total;
}

static Position stack[MOST_PLIES];
static int moves[MOST_PLIES][MOST_MOVES];
static long nodes;

static long perft(int ply, int depth, bool bulk) {
    if (bulk && depth == 1) return count(stack[ply]);
    long leaves = 0;
    const int size = generate(stack[ply], moves[ply]);
    for (int i = 0; i < size; ++i) {
        play(stack[ply], moves[ply][i], stack[ply + 1]);
        leaves += depth == 1 ? 1 : bulk && depth == 2 ? count(stack[ply + 1]) : perft(ply + 1, depth - 1, bulk);
    }
    return leaves;
}

static long minimax(int ply, int depth) {
    ++nodes;
    const int size = depth ? generate(stack[ply], moves[ply]) : 0;
    if (size == 0) return utility(stack[ply]);
    const bool maximise = stack[ply].side == 0;
    long best = 0;
    for (int i = 0; i < size; ++i) {
        play(stack[ply], moves[ply][i], stack[ply + 1]);
        const long value = minimax(ply + 1, depth - 1);
        if (i == 0 || (maximise ? value > best : value < best)) best = value;
    }
    return best;
}

template <typename Run>
static void timed(const char* name, Run run) {
    const std::clock_t begin = std::clock();
    const long visited = run();
    std::printf("%s %ld %.6f\n", name, visited, double(std::clock() - begin) / CLOCKS_PER_SEC);
}

int main(int arguments, char** argument) {
    const int depth = arguments > 1 ? std::atoi(argument[1]) : 8;
    if (depth < 1 || depth >= MOST_PLIES) return 2;
    Position& start = stack[0];
    for (int square = 0; square < 64; ++square) {
        const int row = square / 8;
        if ((row + square) % 2 == 1 && row < 3) start.pieces[1] |= Word(1) << square;
        if ((row + square) % 2 == 1 && row > 4) start.pieces[0] |= Word(1) << square;
    }
    timed("perft-played", [&] { return perft(0, depth, false); });
    timed("perft", [&] { return perft(0, depth, true); });
    timed("minimax", [&] { return nodes = 0, minimax(0, depth), nodes; });
}
