// Yardstick for the Amazons kernels: the same counting in C++, on 6x6 (one word a set), perft with bulk counting.
// g++ -O3 -march=native -o amazons amazons.cpp && ./amazons 3
#include <bit>
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using Set = uint64_t;
constexpr int STRIDE = 7;  // six ranks and one number that is no square; squares are 7 * file + rank
constexpr int STEPS[4] = {1, STRIDE - 1, STRIDE, STRIDE + 1};

struct Position {
    Set queens[2], empty;
    int turn;
};

static Set reach(Set queens, Set empty) {
    Set reached = 0;
    for (int step : STEPS) {
        Set front = (queens << step) & empty, rear = (queens >> step) & empty;
        while (front | rear) {
            reached |= front | rear;
            front = (front << step) & empty;
            rear = (rear >> step) & empty;
        }
    }
    return reached;
}

static long count_slides(Set queens, Set empty) {
    long slides = 0;
    for (int step : STEPS) {
        Set front = (queens << step) & empty, rear = (queens >> step) & empty;
        while (front | rear) {
            slides += std::popcount(front) + std::popcount(rear);
            front = (front << step) & empty;
            rear = (rear >> step) & empty;
        }
    }
    return slides;
}

static long perft(const Position& position, int depth) {
    long leaves = 0;
    for (Set queens = position.queens[position.turn]; queens; queens &= queens - 1) {
        const Set queen = queens & -queens, free = position.empty | queen;
        Set targets = reach(queen, position.empty);
        if (depth == 1) {
            leaves += count_slides(targets, free);
            continue;
        }
        for (; targets; targets &= targets - 1) {
            const Set target = targets & -targets;
            for (Set arrows = reach(target, free); arrows; arrows &= arrows - 1) {
                Position child = position;
                child.queens[position.turn] ^= queen | target;
                child.empty = (free ^ target) ^ (arrows & -arrows);
                child.turn ^= 1;
                leaves += perft(child, depth - 1);
            }
        }
    }
    return leaves;
}

int main(int count, char** arguments) {
    const int depth = count > 1 ? std::atoi(arguments[1]) : 3;
    const auto square = [](int file, int rank) { return Set{1} << (STRIDE * file + rank); };
    Position start{{square(0, 3) | square(5, 2), square(3, 5) | square(2, 0)}, 0, 0};
    for (int file = 0; file < 6; ++file)
        for (int rank = 0; rank < 6; ++rank) start.empty |= square(file, rank);
    start.empty &= ~(start.queens[0] | start.queens[1]);
    const std::clock_t begin = std::clock();
    const long leaves = perft(start, depth);
    std::printf("perft %ld %.6f\n", leaves, double(std::clock() - begin) / CLOCKS_PER_SEC);
}
