// Yardstick for the Halma kernels: the same generator in C++, perft from the usual start of the 16 x 16 game.
// g++ -O3 -march=native -std=c++20 -o halma halma.cpp && ./halma 5 [played]
#include <bit>
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using Word = uint64_t;
constexpr Word NOT_LAST = 0x7F7F7F7F7F7F7F7F, NOT_FIRST = 0xFEFEFEFEFEFEFEFE;

struct Four {  // a set of squares: one word for each parity class, column % 2 + 2 * (row % 2)
    Word of[4];
    bool any() const { return of[0] | of[1] | of[2] | of[3]; }
};

struct Position {
    Four men[2];
    int turn;
};

static Four camps[2];

static Four both(const Four &a, const Four &b) {
    return {{a.of[0] & b.of[0], a.of[1] & b.of[1], a.of[2] & b.of[2], a.of[3] & b.of[3]}};
}

static Four without(const Four &a, const Four &b) {
    return {{a.of[0] & ~b.of[0], a.of[1] & ~b.of[1], a.of[2] & ~b.of[2], a.of[3] & ~b.of[3]}};
}

struct Gates {
    Word right, down, down_right, down_left;
    Word spread(Word s) const {
        return ((s & right) << 1) | ((s >> 1) & right) | ((s & down) << 8) | ((s >> 8) & down) | ((s & down_right) << 9) |
               ((s >> 9) & down_right) | ((s & down_left) << 7) | ((s >> 7) & down_left);
    }
    Word chain_ends(Word man, Word empty) const {
        for (Word reached = man;;) {
            Word further = reached | (spread(reached) & empty);
            if (further == reached) return reached ^ man;
            reached = further;
        }
    }
};

// Count the plays of `men` that end on `landing`; write them from `moves` on unless it is null.
template <bool LISTING, int NUMBER>
static long plays_of_class(const Four &men_, const Four &landing, const Four &empty_, const Four &occupied, int *&moves) {
    constexpr int RIGHT = NUMBER & 1, LEFT = RIGHT - 1, DOWN = (NUMBER & 2) * 4, UP = DOWN - 8;
    constexpr int HERE = 64 * NUMBER, BESIDE = NUMBER ^ 1, BELOW = NUMBER ^ 2, ACROSS = NUMBER ^ 3;
    Word men = men_.of[NUMBER], empty = empty_.of[NUMBER];
    Word rightwards = RIGHT ? (men << 1) & NOT_FIRST : men, leftwards = RIGHT ? men : (men >> 1) & NOT_LAST;
    long count = 0;
    auto steps = [&](Word ends, int by, int to) {
        ends &= landing.of[to];
        if constexpr (!LISTING) count += std::popcount(ends);
        if constexpr (LISTING)
            for (; ends; ends &= ends - 1) {
                int i = std::countr_zero(ends);
                *moves++ = (HERE - by + i) << 8 | (64 * to + i);
            }
    };
    steps(rightwards, RIGHT, BESIDE);
    steps(leftwards, LEFT, BESIDE);
    steps(men << DOWN, DOWN, BELOW);
    steps(men >> -UP, UP, BELOW);
    steps(rightwards << DOWN, RIGHT + DOWN, ACROSS);
    steps(leftwards << DOWN, LEFT + DOWN, ACROSS);
    steps(rightwards >> -UP, RIGHT + UP, ACROSS);
    steps(leftwards >> -UP, LEFT + UP, ACROSS);
    Word across = occupied.of[ACROSS];
    Gates gates{(occupied.of[BESIDE] >> RIGHT) & NOT_LAST, occupied.of[BELOW] >> DOWN,
                (across >> (RIGHT + DOWN)) & NOT_LAST, ((across << (1 - RIGHT)) >> DOWN) & NOT_FIRST};
    for (Word jumpers = gates.spread(empty) & men; jumpers; jumpers &= jumpers - 1) {
        Word ends = gates.chain_ends(jumpers & -jumpers, empty) & landing.of[NUMBER];
        if constexpr (!LISTING) count += std::popcount(ends);
        if constexpr (LISTING)
            for (int start = (HERE + std::countr_zero(jumpers)) << 8; ends; ends &= ends - 1)
                *moves++ = start | (HERE + std::countr_zero(ends));
    }
    return count;
}

template <bool LISTING>
static long plays(const Position &p, int *moves) {
    int side = p.turn;
    int *first = moves;
    Four occupied, empty;
    for (int i = 0; i < 4; i++) empty.of[i] = ~(occupied.of[i] = p.men[0].of[i] | p.men[1].of[i]);
    if (both(camps[side], p.men[1 - side]).any() && !both(camps[side], empty).any()) return 0;
    const Four &goal = camps[1 - side];
    long count = 0;
    auto group = [&](const Four &men, const Four &landing) {
        count += plays_of_class<LISTING, 0>(men, landing, empty, occupied, moves);
        count += plays_of_class<LISTING, 1>(men, landing, empty, occupied, moves);
        count += plays_of_class<LISTING, 2>(men, landing, empty, occupied, moves);
        count += plays_of_class<LISTING, 3>(men, landing, empty, occupied, moves);
    };
    group(without(p.men[side], goal), empty);
    if (Four arrived = both(p.men[side], goal); arrived.any()) group(arrived, both(empty, goal));
    return LISTING ? moves - first : count;
}

static Position stack[16];
static int lists[16][5026];

static long perft(int ply, int depth, bool played) {
    if (depth == 1 && !played) return plays<false>(stack[ply], nullptr);
    long leaves = 0, size = plays<true>(stack[ply], lists[ply]);
    for (long i = 0; i < size; i++) {
        int start = lists[ply][i] >> 8, end = lists[ply][i] & 255;
        Position &child = stack[ply + 1] = stack[ply];
        Four &men = child.men[child.turn];
        men.of[start >> 6] ^= Word(1) << (start & 63);
        men.of[end >> 6] |= Word(1) << (end & 63);
        child.turn ^= 1;
        asm volatile("" : : "r"(&child) : "memory");  // a leaf is made although nobody looks at it
        leaves += depth == 1              ? 1
                  : !played && depth == 2 ? plays<false>(stack[ply + 1], nullptr)
                                          : perft(ply + 1, depth - 1, played);
    }
    return leaves;
}

static void put(Four &men, int column, int row) {
    men.of[column % 2 + 2 * (row % 2)] |= Word(1) << (column / 2 + 8 * (row / 2));
}

int main(int argc, char **argv) {
    int lengths[] = {5, 5, 4, 3, 2};
    for (int row = 0; row < 5; row++)
        for (int column = 0; column < lengths[row]; column++) {
            put(camps[1], column, row);
            put(camps[0], 15 - column, 15 - row);
        }
    stack[0] = {{camps[0], camps[1]}, 0};
    for (int played = 0; played < 2; played++) {
        std::clock_t begin = std::clock();
        long leaves = perft(0, argc > 1 ? atoi(argv[1]) : 4, played);
        printf("%s %ld %.6f\n", played ? "perft-played" : "perft", leaves, double(std::clock() - begin) / CLOCKS_PER_SEC);
    }
}
