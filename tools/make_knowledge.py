"""Write docs/lab/knowledge.md: what is solved, and what the tables that come with the package know about each material.

Run it after tables were built anew: ``python tools/make_knowledge.py``. A test compares the page with the tables.

Tables of five men do not come with the package. Who has built them notes what they say, and in which time they were
built: ``python tools/make_knowledge.py GAME FOLDER "TIME"``. The page holds that from then on.
"""

import hashlib
import sys
from pathlib import Path

from plyground import get_game
from plyground.endgame.listing import markdown_of_info, tables_there
from plyground.endgame.store import Tables
from plyground.endgame.tablefile import TableFile

PAGE = Path(__file__).resolve().parent.parent / "docs" / "lab" / "knowledge.md"
MAX_MEN = 4
GAMES = {
    "gardner": "Distances are plies to the next capture, pawn move or mate.",
    "minichess": "Distances are plies to the next capture or the end. Wins that the 50 plies prevent count as drawn.",
    "congo": "Distances are plies to the win. `congo-2022` has the same tables.",
    "congo-2021": "Where a pawn is on the board the tables are its own: it does not promote.",
}
"""The games of the page, and what to know about the numbers."""

BEGINNING = """# What is known

[What is solved](#what-is-solved) comes first, then what the [tables](../tablebases.md) know: for each material the
shares of all positions, those that are the same by symmetry counted each, and a position with the longest win. A win
that is longer than the counter allows stands among the longest, too, but counts as drawn. Written by
`python tools/make_knowledge.py`.
"""

FIVE_MEN = Path(__file__).with_name("five_men")
"""What tables of five men say, a file a game."""
SOLVED = Path(__file__).with_name("solved.txt")
"""The results of `plyground solve`, a line each."""
PROOFS = PAGE.parents[1] / "proofs"
WHOLE = """## What is solved

### Small games as a whole

Every position, by `plyground solve GAME --all`, which also checks each value against those of the position's moves. A
position and the same with the colours exchanged count once.

| game | positions | won, drawn, lost (side to move) | longest win | position | start | CPU |
|---|---|---|---|---|---|---|
| `halma-5x5` | 3,542,000 | 64.95%, 0.04%, 35.01% | 25 | `3B1/B3W/B4/1W3/4W w` | White wins in 19 | 17 s |
| `halma-6x6` | 38,955,840 | 62.07%, 0.04%, 37.89% | 31 | `BB4/6/5W/4B1/W4W/6 w` | White wins in 23 | 213 s |

### Single positions

By [`plyground solve`](../solving.md), the value for the side to move. Every proof was checked; `plyground solve --check
FILE` does it again for those that are [kept here](../proofs). Positions that stayed open are listed as well, with what
was found out about them in the time that is given, on one core of an AMD EPYC that others used, too.

| position | | value | nodes | CPU | positions of the proof | its SHA-256 |
|---|---|---|---|---|---|---|
"""
REMARKS = """
The games of Amazons 6x6 had 20,000 nodes a move; "2 random": two random plies began them. A position at ply 6 was open
after 692 s of CPU.

J. Song and M. Mueller ("An enhanced solver for the game of Amazons", 2014) found 4x5, 5x4, 4x6, 5x6 and 4x7 wins for
the first player, and 6x4 for the second; M. Mueller (2001) found 5x5 one for the first and 4x4 one for the second. With
four queens a side ours agrees on 4x4, 5x4, 4x6, 4x7 and 5x5. It does not on 4x5, where the proof here, of a loss, is
whole and checked. Their page on 6x5 (webdocs.cs.ualberta.ca/~mmueller/amazons/6x5-solution.html) has its queens where
ours are, but their counts of moves are not ours (262 first moves on 5x5 for 260, 238 replies on 6x5 for 250), and no
other set-up explains them. By one thread 5x6 was open after 15 million nodes, by two 6x4 after 60 million, with 25 of
its 256 first moves refuted.

With two queens a side in the middle of the first rank, who begins wins on all boards of four files and four to ten
ranks, by proofs of at most 15,360 positions. Two queens in the corners win on 4x4, 4x5 and 4x6. Open stayed 6x4
(`1q2q1/6/6/1Q2Q1 w`) after 20 million nodes, and 5x6 (`1qq2/5/5/5/5/1QQ2 w`) after 10 million.

### Who need never lose

By [`plyground solve GAME --holds white`](../solving.md#who-need-never-lose). A. Mhalla and F. Prost (2013) proved
gardner a draw, and so do two certificates of its start:

**White need not lose**, by 1. d2d3: 118,828,224 positions in 45.6 MB (SHA-256 `c561de22927c6836...`), which rest on
nothing but the rules, checked in 114 s. By tables it has 6,353,999 positions in 2.5 MB (`69ce49c67e328129...`), 192,760
of them in 173 tables of up to six men. It took 90 minutes of CPU.

**Black need not lose**: 81,555,133 positions in 32.4 MB (`c14f38be1aabd5b8...`), 2,687,191 of them in the 145 tables of
up to five men, checked with these tables in 290 s, beside other work.

| gardner, from the start | White | Black |
|---|---|---|
| outline to four pawns ahead, Black's to two | 3,467 positions, 70 s | 71,427 positions |
| its ends, and other moves where they failed | 743,451 positions, 35 min | 1,539,755 positions, some 9 h |
| grown until they rest on tables | 6,353,999 positions, 396 s | 81,555,133 positions, some 50 min |
| grown until they rest on nothing | 118,828,224 positions, 46 min | |

How large an outline gets is much a matter of chance, and of the first move: White's had 5,195 to 62,627 positions by
small changes of the numbers. Where short searches rule out all moves a position's score now falls, and with ends at
three pawns three runs gave 2,453, 2,935 (1. a2a3) and 4,356 positions (1. d2d3), after 22 to 55 s.

**An end that fails is gone on from**, instead of a new search from the start (which was open 4 min later, at 5.8
million positions looked at) or a stage at nine pawns (which turned 3,335 ends into 52,443). Of 2,075 ends 75 failed,
which gave 1,096 further ends, of which 47 failed; then 618 (27), 206 (17), 146 (12), 60 (3), 27 (2), 7 (1) and 6, which
were all proved: 48 min for two threads, beside other work.

Black's first outline, at three pawns, had 277,082 positions and 62,605 ends without a win in sight after 521 s by two
threads. (No better choice among the moves proved by then would have helped much: the least found had 53,283.) By one
thread, after 1. b1a3 and 1. b1c3 Black is three pawns ahead at once, after 1. b2b3 the outline has 26 positions, after
1. c2c3 33,030 (8,828 by b4c3) and after 1. e2e3 17,222, each in about a minute; 1. a2a3 and 1. d2d3 were open after 90
s. All answers to 1. a2a3 but b4a3, and to 1. d2d3 but c4c3 and e4e3, seem to lose. At two pawns that of the start had
102,121, 85,198 and 107,923 positions in three runs. After 1. a2a3 b4a3 2. b2a3, a third of it, one thread found 34,824,
31,151 and 8,668 positions, with 4,031, 6,094 and 3,473 ends, where these have a score of 170, 200 and 220, each in some
70 to 110 s. Positions that White's search has proved, with the colours exchanged, are of no help: 117,753 of 2.7
million are found among Black's 25 million, and prove 40 of 2,300 ends.

**An end that fails gets an outline to fifteen pawns ahead first** since then. Of 16 that had failed twice, 10 had one,
with 119 ends, of which 1.3% failed at once (to seven pawns 9 of 12 had one, with 164 ends each, of which 8% failed).
One was proved every 1.5 to 3 s of CPU by up to 5,000 searches, every 4.5 to 6.5 s by up to 500 sixteen times as long.

By the engine's searches alone, 400,000 nodes for an end first (which saw the win in 53 of 60 that short ones had proved
in twice the time) and up to 2,000 short ones then, Black's outline took some nine hours of two threads: 71,427
positions two pawns ahead, and 1,539,755 below them. It is kept, with 10 s of growth: a [partial
certificate](../proofs/partial/gardner-black.proof) of 1,749,015 positions, 0 of them open and 1,112,863 expected to be
won (SHA-256 `c6f306028c9ce6dc...`), from which `plyground solve gardner --holds black --by-tables --from FILE` grows on
after some 13 s.

**Proof numbers take the place of most of these searches** since then (`plyground.solving.set_search`). Of 60 ends two
pawns ahead the engine sees the win of 41 by 400,000 nodes (7.2 s of CPU); a proof-number search proves 45 by 30,000
(1.3 s) and 52 by 300,000 (4.5 s in all), those 41 among them. Of 41 ends that a quarter of a million nodes do not
prove, a million prove 29 (31 s of CPU), and 2,000 short searches 4 (33 s, 100,772 positions); of the 12 others four
million prove 7 (43 s). Begun anew so, Black's first outline had 107,923 positions and 29,607 ends after 230 s by one
thread, of which 3,172 were left 29 min later; by two threads then 717 were 8 min later, and 516 after another 6, where
it was stopped. (By the engine's searches it had had 4,000 of 24,342 left after some 90 min of two threads.)

**A hard end is tried longer before it is given up**, too. Of 24 that White had left after an outline to fifteen pawns
had not proved them, four million nodes proved 16 (120 s of CPU), and eight million 5 of the 8 others (73 s). Before
that 33 and 35 were gone on from in two rounds, which gave as many new hard ones each; with it five were, and the whole
outline was proved 6 min later, 23 min after the beginning, by two threads beside other work. It is much smaller, and
kept: a [partial certificate](../proofs/partial/gardner-white.proof) of 44,834 positions, 0 of them open and 32,991
expected to be won, in 9 kB (SHA-256 `ac7dc0e8327d82f4...`). Towards tables its set grew to 17,659,898 positions in 11
min (7.2 MB, `294121445a8c3554...`), in the end with fifteen tables of six men beside those of five, and was checked
with these tables in 6 min.

**A set grows by them, too**, and what is in it already ends them. Towards tables of five men 1,600 ends of Black's had
82 positions each and took 3 ms of CPU, by the engine's searches some 180, and 40 ms. (By these it made no difference
whether they had 60 or 8,000 nodes at first; a winning move with the fewest new answers made the set a fifth smaller,
and took an eighth longer; tables of four men instead of five gave 353 positions for 311; handmade evaluation in place
of the net a fifth more. Of these positions 30% have six or seven men.) Black's set had grown to 10,649,796 positions by
the engine's searches, 912,952 of them still without a move. From 22,581,914 on, 737,231 of them without one, it took
two threads 21 min to the end, beside other work; when that rested, some 50,000 positions joined a second, for 15,000.

The first outline ends two pawns ahead, by what was measured before proof numbers took over: in 10 s a side, under the
same load, a set for one side or the other is closed so in 15 of 24 positions from games, with ends at three pawns in
13, at one and a half in 14, at one in 13. Another outline after each end that failed, instead of other moves with the
win in sight, finished the outlines of none of 12 in 40 s, of which the search finished four. From White's start it went
to another first move each time: 1,738 new ends after 1. a2a3, of which 76 failed in 25 min, then 4,325 after 1. e2e3.

Drawn endings of six men (KRNvKRR) are gone through nearly whole. The searches ask the tables of six men, of which much
should fit into memory: an end of Black's took 2.7 s of CPU with `--memory 64`, and 0.8 s with 1500.

The assignment's minichess is a draw, too:

**White need not lose**, by 1. a2a3: 50,518,784 positions in 20.0 MB (SHA-256 `f29fd5bd52e00aab...`), 1,401,892 of them
in 75 tables of up to five men, checked with these tables in some 5 min, beside other work. Kept here is its whole
outline, a [partial certificate](../proofs/partial/minichess-white.proof) of 257,810 positions, 0 of them open and
169,234 expected to be won, in 61 kB (SHA-256 `225ceb5bed0de0a9...`). From it `plyground solve minichess --holds white
--by-tables --memory 3000 --threads 2 --from FILE` grew a whole set anew, of 49,067,538 positions, in 20 min (29 of
CPU), beside other work.

**Black need not lose**, by b4b3 after 1. a2a3, b4a3 after b1a3, b5c3 after b1c3, a4b3 after b2b3, b4c3 after c2c3, e4e3
after d2d3 and a4a3 after e2e3: 110,456,831 positions in 42.5 MB (`dc75816c5de5a475...`), 2,455,194 of them in 70 tables
of five men, checked with these tables in some 5 min, beside other work. Its [whole
outline](../proofs/partial/minichess-black.proof) is kept, too: 386,727 positions, 0 of them open and 243,092 expected
to be won, in 92 kB (`c6f1a8b34f1ab3bf...`).

To four pawns ahead neither side had an outline after 289 s of CPU; to two White's first was found after 158 s by one
thread (17,566 positions, 4,519 ends), Black's after some 320 s (86,276 and 34,705). Two hours later, by one thread,
then two, White's was whole, with several other trials on the way; then its set grew from 257,810 to 50,518,784
positions in 802 s by two threads. Of Black's ends 682 were left after 50 min by one thread and some 20 by two, beside
other work; 87 min later, by two threads, its outline was whole, and its set grew from 386,727 to 110,456,831 positions
in 21 min. What helped:

**Repetition does.** Pawns lock soon here, and never promote: who is two pawns ahead often need not lose and cannot win.
So the searches now ask whether the opponent wins, and a position that recurs is an answer. Of 24 hard ends two million
nodes proved 2 as they had been asked before, and 13 so, nine of these by 400,000 (half a second of CPU at most). A
hundred proved ends then rested on tables after 18.7 s of CPU, by 261,045 positions; before, 27 positions of 499,020
still waited after 40 s, for a hundred other ends.

**Ten pawns ahead, not fifteen,** is where outlines of hard ends stop. Of 12 such ends ten had one after 0.3 to 3.3 s of
CPU, with 79 to 396 ends, of which two of 2,200 failed (to seven pawns eleven had one, but 30 of 1,088 ends failed; to
fifteen, 16 took 55 to 390 s by one thread, asked as before). Of 120 ends that were left at one time 36 had ten men.
Eight million nodes proved 57 of 78 in 180 s by two threads, and later 161 of 189 of Black's in some 18 min. Going on
from hard ends before that gave as many new ones, time after time: 262, 234, 309. After it 59, 28, 17, 10 and 5 were
gone on from in turn, and then none was left.

A set for minichess's White that ends four pawns ahead, without an outline, had had 15.2 million positions after 20 min,
41,077 of them without a move.

With tables of six men (`tablebase build gardner --material KRNvKRN`: half a minute without pawns) a set ends sooner:
nine tenths of one had six men. From `2rrk/5/2PK1/1R1N1/5 w` White's set is closed at 13,526 to 72,926 positions after
2.1 to 3.4 s of CPU (three runs), where ends that failed were not gone on from at 125,000 to 144,000 after some 4 s; by
tables of four men then at some 3,500 after 1.6 s.

After 1. b1c3 Black need not lose: the certificate of `rnbqk/ppppp/2N2/PPPPP/R1BQK b - - 1 1` has 8,229,520 positions in
3.1 MB (SHA-256 `5fe6cf3067676bc2...`). It took about 780 s of CPU, and 9 s to check, without tables.

In Congo one line of the book is won by force (1. d2c3 c7c5 2. c3d4 d6e5 3. d4d5 g7f5 4. d5d4 f5e3, a mistake of White's
in 26 games; [52 positions](../proofs/congo-book.proof)). None of the other 2,614 positions of the book is more than two
pawns from equal, at 200,000 nodes each. The least equal ones were open for the side ahead: eight after 30 s each, and
`gm1lecz/ppppppp/3e3/7/4P2/PP2P1P/GMELECZ b 4` after 38 min of two threads. Its outline to two pawns ahead had 20.2
million positions then, 23.8% of them still without a move; the share had been 22.5% of 0.2 million and 24.0% of 4.3
million, so no end was in sight. Nor would its ends be proved: of 30 from play (engine against half-random moves) a
proof-number search of 4.3 million nodes proved 2, and of 24 that were ten pawns ahead 2, too, where 30,000 nodes are
enough for 45 of gardner's 60. With some twenty men on the board no table and no forced win is near.

On smaller boards of the example connect four, files x ranks, the solver says draw on 4x4 (24,797 nodes), 5x4
(1,012,125) and 5x5 (8,616,454), and on 6x4 that who begins loses (13,429,264 nodes; the proof has 380,278 positions,
and was checked). It agrees with V. Allis (1988), by whose rules who begins does not win where there are at most six
files and an even number of ranks. On 5x6 (84,010,707 nodes), 6x5 (164,948,734) and 7x4 (181,809,218) it says draw, too,
after some two to five minutes with `--memory 4000`; the proofs, of 3,616,129, 5,980,949 and 6,957,181 positions in 0.6
to 1.2 MB, were checked. Certificates, checked: 4x4 both sides (1,834 and 3,805 positions), 5x4 both (15,994 and
21,764), 5x5 both (47,901 and 206,861), 6x4 Black (248,952, in 46 s); that of 6x5 White stayed open after 236 s, where
the solver's proof is one for both.

Star and Circle with fewer pieces, on their first rows and in the files from the left, Star to move: one, two and three
pieces on one row a side are worth 0 (22, 4,462 and 609,300 nodes), and so are four on two rows (7,378,636). Four on the
whole first row are worth -164 to 242 by 301 million nodes; six on three rows of two, and eight on two rows stayed open,
after 18 to 26 million. The homework's start lies within 880 either way after 2.4 million nodes, within 800 after 69
million; 488 million, with `--memory 3000`, told no more.

### Distance from perfect play

By [`plyground measure GAME --positions 200 --limits 1k,10k,100k,1M --wins 6`](../engine.md#how-far-from-perfect-play),
the engine without tables and with a transposition table of 16 MiB: the share of moves that keep the value of won and
drawn positions in which not every move does (95% interval), the same of wins and of draws alone, how many of six wins
were won against the longest defence, the mean plies that those took beyond best play by the tables, and the Brier score
of the chances. All were drawn evenly by men and distance, so that long wins count as much as short ones. Of Amazons
there were 30 won and 15 lost ones. In 0.1 s on a quiet machine all values were kept in gardner, Congo and Amazons, and
99.3% in minichess (these three with the nets before); beside other work 96.7% in halma-6x6 and 98.0% in halma-5x5,
always with all six wins.

| game | positions from | nodes | keeps | of wins | of draws | won | plies beyond | Brier |
|---|---|---|---|---|---|---|---|---|
| gardner | tables of 3 to 5 men | 1k | 94.7% (89.8-97.3) | 93.0% | 98.0% | 6/6 | 7.3 | 0.0116 |
| gardner | tables of 3 to 5 men | 10k | 98.0% (94.3-99.3) | 97.0% | 100.0% | 6/6 | 2.7 | 0.0076 |
| gardner | tables of 3 to 5 men | 100k | 98.7% (95.3-99.6) | 98.0% | 100.0% | 6/6 | 1.0 | 0.0048 |
| gardner | tables of 3 to 5 men | 1M | 100.0% (97.5-100.0) | 100.0% | 100.0% | 6/6 | 1.7 | 0.0029 |
| minichess | tables of 3 to 5 men | 1k | 99.3% (96.3-99.9) | 99.0% | 100.0% | 4/6 | 6.0 | 0.0066 |
| minichess | tables of 3 to 5 men | 10k | 100.0% (97.5-100.0) | 100.0% | 100.0% | 5/6 | 1.2 | 0.0049 |
| minichess | tables of 3 to 5 men | 100k | 100.0% (97.5-100.0) | 100.0% | 100.0% | 6/6 | 0.3 | 0.0038 |
| minichess | tables of 3 to 5 men | 1M | 100.0% (97.5-100.0) | 100.0% | 100.0% | 6/6 | 0.0 | 0.0018 |
| congo | tables of 3 to 5 men | 1k | 98.0% (94.3-99.3) | 98.0% | 98.0% | 6/6 | 1.7 | 0.0070 |
| congo | tables of 3 to 5 men | 10k | 99.3% (96.3-99.9) | 100.0% | 98.0% | 6/6 | 0.3 | 0.0047 |
| congo | tables of 3 to 5 men | 100k | 100.0% (97.5-100.0) | 100.0% | 100.0% | 6/6 | 0.3 | 0.0019 |
| congo | tables of 3 to 5 men | 1M | 100.0% (97.5-100.0) | 100.0% | 100.0% | 6/6 | 0.3 | 0.0011 |
| halma-6x6 | the table of all positions | 1k | 77.3% (70.0-83.3) | 82.0% | 68.0% | 3/6 | 0.0 | 0.1108 |
| halma-6x6 | the table of all positions | 10k | 88.7% (82.6-92.8) | 92.0% | 82.0% | 3/6 | 0.0 | 0.0772 |
| halma-6x6 | the table of all positions | 100k | 95.3% (90.7-97.7) | 97.0% | 92.0% | 6/6 | 0.3 | 0.0576 |
| halma-5x5 | the table of all positions | 1k | 74.7% (67.2-81.0) | 83.0% | 58.0% | 4/6 | 0.5 | 0.1019 |
| halma-5x5 | the table of all positions | 10k | 90.7% (84.9-94.4) | 96.0% | 80.0% | 6/6 | 0.3 | 0.0674 |
| halma-5x5 | the table of all positions | 100k | 97.3% (93.3-99.0) | 98.0% | 96.0% | 6/6 | 0.0 | 0.0533 |
| amazons | the solver, late in games of 200 nodes a move | 1k | 96.7% (83.3-99.4) | 96.7% | - | 0/0 | - | 0.0111 |
| amazons | the solver, late in games of 200 nodes a move | 10k | 100.0% (88.6-100.0) | 100.0% | - | 0/0 | - | 0.0021 |
| amazons | the solver, late in games of 200 nodes a move | 100k | 100.0% (88.6-100.0) | 100.0% | - | 0/0 | - | 0.0000 |

The worst at 100,000 nodes: `3k1/1Q3/5/K4/1Bq2 w - - 0 1` of gardner (a win in 39, b1d3 draws), `1k1r1/3B1/5/2B2/K4 w -
- 0 1` of minichess (49, d4e3 draws), `3B2/6/6/B4W/B5/2W2W w` of halma-6x6 (25, f1e2 loses, f3e2 wins) and
`1B3/B4/B3W/5/W2W1 w` of halma-5x5 (21, d1c2 loses, a1a2 wins); at 10,000 `7/7/3l2M/7/5c1/2L4/5S1 b 0` of Congo (a draw,
d5d6 loses). What is missing is foresight.

The nets of gardner, minichess and Congo judge five men and fewer by further weights and last layers, which learned from
the tables how far the end of the game is (`tools/few_men_net.py`). In gardner and minichess the last layers go by the
number of men and the strongest piece of either side, in Congo by the men of either side and the lion's place; its
weights are others where a side's lion stands on the middle file than beside it. Of 18,000 other positions with a choice
they miss the value, at 10,000 nodes, 185 times in gardner (495 without what the tables taught), 143 in minichess (308)
and 246 in Congo (547); of 18,000 more 210 in gardner (468) and 136 in minichess (356); at 100,000 of 1,200 4 in gardner
(16). Of 150 wins played out they make 141 (131) in gardner and 137 (127) in minichess. At 2,000 nodes a move an SPRT
from -5 to 5 accepted gardner's net, +7 ± 4 of 1,170 games against the one before, and Congo's, +17 ± 9 of 868 against
itself without what the tables taught; minichess's scored +0.2 ± 2.4 of 4,000 against the one before, undecided. Those
before had scored +4 ± 8 and +5 ± 8 (400 games each) against themselves without it. Labels by the distance to the next
capture lost wins.

What gained most is which positions are learned: not those alone where nothing can be taken, but all at which quiescence
search stops, because each capture there loses material. Of the two times 18,000 gardner missed 185 and 210 with them,
232 and 262 without; before its last layers of few men, with a quarter of the 15 million positions, 264 and 284. A
king's file beside its rank (264 of the first) told more of the positions that were held back, and 25 million positions
in 20 epochs (212 and 221) no more. Congo's has learned without such positions: with them, 48.9 million, it missed 225,
but scored -5 ± 5 against the net without (2,666 games), and the SPRT rejected it.

With one set of further weights, the usual last layer and 4.7 million positions Congo missed 322 of those 18,000, and
three times as many positions gained nothing. What gained was to tell the lion's places apart, and then more positions.
Of the first 9,000, ± 12 each, it missed 157 with neither, 131 with a set for each place in the castle, left and right
as one, 141 with last layers by it, 127 with both. Of all 18,000 it then missed 260 with 18.8 million positions and 254
with 28.2; with two sets in place of six, in a file of 0.4 MB in place of 0.9, 255 with 37.7 million, which scored +1 ±
4 in 4,000 games, and 246 after 16 epochs in place of 12. Sets by the lion's rank alone (152 of 9,000) and last layers
by the files of both lions (159) were worth little. Labels that fall less with the distance, and a search without
reductions or corrections, changed nothing beyond chance.

Halma's mistakes are such: races of 20 plies and more that are won or lost by one ply, which a search of 10,000 nodes
does not reach the end of, so that the evaluation decides; nothing was gained by a search that prunes nothing. So 5x5
and 6x6 have nets that learned from 4,456,044 and 9,439,743 positions of the tables of all positions, of which every
sixteenth index was held back (`tools/label_small_game.py`). On 2,115 and 3,786 positions with a choice that were held
back, the won ones evenly by distance, the moves that miss the value became less than a third at 10,000 nodes. The nets
before had learned from 668,986 and 786,753 positions:

| game | nodes | handmade misses | the net before | today's | of the wins |
|---|---|---|---|---|---|
| halma-6x6 | 10,000 | 837 of 3,786 | 359 | 272 | 433, then 157, now 117 of 2,923 |
| halma-5x5 | 1,000 | 381 of 2,115 | 187 | 180 | 331, then 144, now 146 of 2,015 |
| halma-5x5 | 10,000 | 279 of 2,115 | 95 | 84 | 237, then 70, now 65 of 2,015 |

Of 2,283 such positions of 6x6 the net misses 204; one of width 256 misses 200, one that saw more drawn positions 204,
and two whose labels fall more or less with the distance 221 and 233. With three times the epochs it was 284 of the
3,786. In the table and the counts above, positions may be among those that the nets have seen. At equal time they beat
the handmade evaluation by 45 ± 26 and 20 ± 15 Elo, and with 8000 nodes a move the nets before by 7 ± 6 and 7 ± 5
([Strength](strength.md#learned-evaluation)).
"""


def solved() -> list[list[str]]:
    """Return the rows of `SOLVED`: what its first line names."""
    lines = SOLVED.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split(" | ")] for line in lines if not line.startswith("#")]


def _row(cells: list[str]) -> str:
    """Return a row of the table of single positions."""
    _, position, what, value, nodes, seconds, positions, digest, file = cells
    shown = f"[`{digest[:16]}...`](../proofs/{file})" if file else f"`{digest[:16]}...`" if digest else ""
    count = f"{int(positions):,}" if positions else ""
    return f"| `{position}` | {what} | {value} | {int(nodes):,} | {seconds} s | {count} | {shown} |"


def note_five_men(name: str, folder: Path, time: str) -> None:
    """Write down what the tables of exactly five men in `folder` say."""
    tables = Tables(get_game(name), folder)
    there = [table for table in tables_there(tables, 5) if len(table.header.material) == len("KQRvKR")]
    digest = _digest(there)
    positions = sum(sum(counts.values()) for table in there for counts in table.header.counts.values())
    size = sum(table.size for table in there)
    rows = list(markdown_of_info(tables, 5))
    rows = rows[:2] + [row for row in rows[2:] if len(row.split()[1]) == len("KQRvKR")]
    text = (
        f"### {name}: five men\n\n{len(there)} tables, digest of their rules `{digest}`, {positions:,} positions, "
        f"{size / 1e6:.1f} MB.\nThey do not come with the package: `plyground tablebase build {name} --pieces 5` "
        f"({time}).\n\n"
    )
    FIVE_MEN.mkdir(exist_ok=True)
    (FIVE_MEN / f"{name}.md").write_text(text + "\n".join(rows) + "\n", encoding="utf-8")


def _digest(tables: list[TableFile]) -> str:
    """Return 16 hexadecimal digits for the rules of some tables."""
    return hashlib.sha256("".join(table.header.rules for table in tables).encode()).hexdigest()[:16]


def page() -> str:
    """Return the page."""
    parts = [BEGINNING, WHOLE + "\n".join(map(_row, solved())) + "\n" + REMARKS]
    for name, remark in GAMES.items():
        tables = Tables(get_game(name), Tables(get_game(name)).package_folder())
        there = list(tables_there(tables, MAX_MEN))
        digest = _digest(there)
        parts.append(f"## {name}\n\n{len(there)} tables, digest of their rules `{digest}`. {remark}\n")
        parts.append("\n".join(markdown_of_info(tables, MAX_MEN)) + "\n")
        if (FIVE_MEN / f"{name}.md").exists():
            parts.append((FIVE_MEN / f"{name}.md").read_text(encoding="utf-8"))
    return "\n".join(parts)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        note_five_men(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
    PAGE.write_text(page(), encoding="utf-8")
