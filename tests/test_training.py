"""How nets learn: gradients, steps, values of games, generations, checkpoints."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from analyzer.games import GAMES as LISTED
from engines.jit import JIT
from engines.net_files import ROUNDS, new_nets, shape_of
from engines.nets import (
    HIDDEN,
    MAX_DENSE,
    MAX_PLAYERS,
    OUTPUTS,
    POINTS,
    SECOND,
    Nets,
    first_layer,
    for_one_thread,
    further_layers,
)
from engines.protocol import State
from engines.rng import POLICY, draw_unit, new_stream
from search.confidence import WIN, Level, Values, between_batches
from search.rollout import make_estimate
from search.settings import SOLO_SCALE, Settings, margin_of, utility_of
from search.training import contest, doubt, fitting
from search.training.checkpoints import CheckpointError, restore, save
from search.training.pace import Pace, generations_in, measure_pace
from search.training.quality import Quality, quality
from search.training.records import (
    Records,
    joined,
    new_records,
    new_trail,
    trimmed,
    value_game,
)
from search.training.report import line
from search.training.self_play import Style, make_play
from search.training.trainer import Generation, Plan, Trainer, rivals
from search.workspace import new_workspace
from tests.test_nets import one_array, outputs

AZUL = LISTED["azul"]
RULES, FEATURES = AZUL.rules(), AZUL.inputs()
SETTLED, NET = (AZUL.evaluator_module(name, "") for name in ("settled", "net"))
START = AZUL.notation().new(2, {})
SHAPE = shape_of(FEATURES, 0)
PLAN = Plan(generations=3, games=100, replay=2, batch=64)
needs_jit = pytest.mark.skipif(not JIT, reason="plays hundreds of games")


@cache
def recorded(games: int = 2, style: Style = Style(0.0, 0.0, 1.0)) -> Records:  # noqa: B008
    """Games of the teacher."""
    play = make_play(RULES, FEATURES, SETTLED)
    records, active = new_records(400, 400 * 512), np.zeros(512, np.int64)
    with np.errstate(over="ignore"):
        done = play(
            SETTLED.default_weights(), active, np.zeros(MAX_DENSE, np.float32), START,
            records, new_trail(400), new_workspace(RULES), Settings(), style,
            7, 0, games, new_stream(0, 0),
        )  # fmt: skip
    assert done == games
    return trimmed(records)


def inputs_of(records: Records, i: int) -> list[int]:
    """The inputs that are 1 in a recorded position."""
    begin = int(records.ends[i - 1]) if i else 0
    return records.inputs[begin : int(records.ends[i])].tolist()


# --- Fitting --------------------------------------------------------------------------


def loss(weights: Any, records: Records, i: int) -> float:
    """The loss of a position by its definition at the head of `fitting`."""
    dense = records.dense[i].astype(np.float64)
    out = outputs(weights, SHAPE, np.array(inputs_of(records, i)), dense)
    shares = np.exp(out[:2]) / np.exp(out[:2]).sum()
    entropy = -(records.wins[i, :2] * np.log(shares)).sum()
    error = out[MAX_PLAYERS : MAX_PLAYERS + 2] - (records.points[i, :2] - dense[:2])
    return float(entropy + fitting.POINTS_SHARE * np.mean(error**2))


def nets_of(weights: Any) -> Nets:
    """Nets for two players with the same weights in all phases."""
    return new_nets(FEATURES, {0: [weights] * len(FEATURES.PHASES)})


def test_gradients_are_those_of_numerical_differences() -> None:
    records, weights = recorded(), fitting.new_weights(SHAPE, 1)
    weights += np.random.default_rng(2).normal(0.0, 0.05, SHAPE.size).astype("f")
    nets, room = nets_of(weights), np.zeros(512, np.float32)
    optimiser, i = fitting.new_optimiser(SHAPE), 17
    n = fitting.load(records, i, nets, SHAPE.dense)
    out, slope = nets.hidden, np.zeros(OUTPUTS, np.float32)
    first_layer(nets, 0, SHAPE.sparse, SHAPE.dense, n, out)
    further_layers(nets, SHAPE.first * HIDDEN, out)
    wins, points = records.wins[i], records.points[i]
    fitting.losses(out[HIDDEN + SECOND :], slope, wins, points, nets.dense, 2)
    gradient = optimiser.gradient
    fitting.back_through(nets, 0, SHAPE.sparse, SHAPE.dense, n, slope, gradient, room)
    rng, exact = np.random.default_rng(3), weights.astype(np.float64)
    active = inputs_of(records, i)
    places = [
        *rng.choice(np.flatnonzero(gradient), 60),
        *range(SHAPE.size - 8, SHAPE.size),
    ]
    for place in places:
        up, down = exact.copy(), exact.copy()
        up[place] += 1e-6
        down[place] -= 1e-6
        expected = (loss(up, records, i) - loss(down, records, i)) / 2e-6
        assert gradient[place] == pytest.approx(expected, rel=1e-3, abs=1e-6)
    rows = np.flatnonzero(gradient[: SHAPE.sparse * HIDDEN]) // HIDDEN
    assert set(rows.tolist()) <= set(active)


def test_a_step_is_that_of_adam() -> None:
    rng, rate, count = np.random.default_rng(4), 1e-3, 8
    weights = rng.normal(size=SHAPE.size + 5).astype(np.float32)
    expected, optimiser = weights.astype(np.float64), fitting.new_optimiser(SHAPE)
    mean, square = np.zeros(SHAPE.size), np.zeros(SHAPE.size)
    for number in (1, 2, 3):
        sums = rng.uniform(0.5, 2.0, SHAPE.size) * rng.choice([-1, 1], SHAPE.size)
        sums = sums.astype(np.float32)
        optimiser.gradient[:] = sums
        fitting.step(weights, 5, optimiser, count, rate)
        gradient = sums.astype(np.float64) / count
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        towards = mean / (1.0 - 0.9**number)
        size = np.sqrt(square / (1.0 - 0.999**number))
        expected[5:] -= rate * towards / (size + 1e-8)
    assert np.allclose(weights, expected, rtol=0.0, atol=1e-6)
    assert not optimiser.gradient.any()


def test_a_fit_lowers_the_loss_of_what_it_sees() -> None:
    records, nets = recorded(), nets_of(fitting.new_weights(SHAPE, 1))
    order, room = np.flatnonzero(records.phase == 0), np.zeros(512, np.float32)
    optimiser, seen = fitting.new_optimiser(SHAPE), []
    for _ in range(6 if JIT else 2):
        sums = np.zeros(2)
        fitting.fit(
            nets, 0, 0, 2, optimiser, records, order, 16, 1e-3, 1e-3, room, sums
        )
        seen.append(sums[0] + fitting.POINTS_SHARE * sums[1])
    assert seen[-1] < 0.9 * seen[0]


# --- Games ----------------------------------------------------------------------------


def test_a_game_is_valued_from_its_end_backwards() -> None:
    records, trail = new_records(3, 0), new_trail(3)
    records.filled[0], records.viewer[:] = 3, (0, 1, 0)
    trail.wins[:3, :2] = (0.5, 0.5), (0.2, 0.8), (0.9, 0.1)
    trail.points[:3, :2] = (30, 30), (10, 20), (60, 0)
    trail.cut[1] = 1
    wins, points = np.array([1.0, 0.0, 0, 0]), np.array([40.0, 20.0, 0, 0])
    value_game(records, 0, trail, 2, 0.5, wins, points)
    assert records.won[:, :2].tolist() == [[1, 0], [0, 1], [1, 0]]
    assert records.final[:, :2].tolist() == [[2, 1], [1, 2], [2, 1]]
    expected = [[0.35, 0.65], [0.8, 0.2], [0.95, 0.05]]
    assert records.wins[:, :2].ravel() == pytest.approx(np.ravel(expected))
    expected = [[1.0, 1.25], [1.0, 0.5], [2.5, 0.5]]
    assert records.points[:, :2].ravel() == pytest.approx(np.ravel(expected))


def test_records_are_the_positions_of_games_that_can_be_played_again() -> None:
    records, estimate = recorded(), make_estimate(RULES, SETTLED)
    weights, settings, i = SETTLED.default_weights(), Settings(), 0
    active, dense = np.zeros(512, np.int64), np.zeros(MAX_DENSE, np.float32)
    wins, points = np.zeros((2, MAX_PLAYERS))
    for number in range(2):
        state, rng, first = START.copy(), new_stream(7, POLICY, number, 0), i
        while not RULES.is_over(state):
            n = FEATURES.look(state, FEATURES.viewer(state), active, dense)
            assert inputs_of(records, i) == active[:n].tolist()
            assert (records.dense[i, :4] == dense[:4]).all()
            assert records.phase[i] == FEATURES.phase(state)
            assert records.viewer[i] == FEATURES.viewer(state)
            assert records.round[i] == RULES.round_number(state)
            i += 1
            if RULES.chance_due(state):
                RULES.deal(state, rng)
                continue
            player, rated = RULES.current_player(state), []
            for index in range(RULES.count_actions(state)):
                after = state.copy()
                RULES.play(after, RULES.action_at(state, index))
                if RULES.is_over(after):
                    RULES.outcome(after, wins)
                    RULES.scores(after, points)
                else:
                    estimate(after, weights, wins, points)
                margin = margin_of(points, 2, player)
                rated.append(utility_of(wins[player], margin, settings))
            draw_unit(rng)
            RULES.play(state, RULES.action_at(state, int(np.argmax(rated))))
        RULES.outcome(state, wins)
        for k in range(first, i):
            mine = wins[records.viewer[k]]
            assert (records.won[k, 0], records.won[k, 1]) == (mine, 1.0 - mine)
    assert i == records.filled[0]


def test_best_moves_alone_are_worth_what_they_came_to() -> None:
    records = recorded()  # lambda 1, and no move that was a mistake
    assert records.wins == pytest.approx(records.won)
    assert records.points == pytest.approx(records.final)
    assert set(records.won[:, :2].sum(axis=1)) == {1.0}


def test_parts_are_joined_position_by_position() -> None:
    records = recorded()
    both = joined([records, records])
    n = int(records.filled[0])
    assert both.filled[0] == 2 * n
    for i in (0, 1, n - 1):
        assert inputs_of(both, n + i) == inputs_of(records, i)
        assert (both.dense[n + i] == records.dense[i]).all()


def test_figures_of_quality_are_those_of_a_small_example() -> None:
    records = new_records(4, 0)
    records.won[:, 0], records.won[:, 1] = (1, 0, 1, 1), (0, 1, 0, 0)
    records.final[:, 0] = (2, 1, 3, 4)
    records.round[:] = (1, 1, 1, 1)
    out = np.zeros((4, OUTPUTS), np.float32)
    out[:, 0] = np.log([3.0, 3.0, 1.0, 1.0])  # 0.75, 0.75, 0.5, 0.5
    out[:, MAX_PLAYERS] = (2, 1, 3, 4)
    found = quality(records, out, 2)
    assert found.brier == pytest.approx((0.0625 + 0.5625 + 0.25 + 0.25) / 4)
    assert found.calibration_error == pytest.approx((0.25 * 2 + 0.5 * 2) / 4)
    assert found.score == 2.5 * POINTS
    assert found.explained == {1: pytest.approx(1.0)}
    assert found.by_score[1] == pytest.approx(1.0 - 7.5 / 1.25)


def test_alone_only_margins_can_be_wrong() -> None:
    squares, shades = [np.array([0.0, 4.0]), np.array([0.0, 6.0])], [np.array([0, 1])]
    assert doubt.deviation(squares, 2 * shades) == pytest.approx([0.0, 6.0**0.5])


def test_alone_a_judge_searches_for_points() -> None:
    flowers, start = LISTED["flowers"], LISTED["flowers"].notation().new(1, {})
    features, policy = flowers.inputs(), flowers.policy("greedy")
    weights = fitting.new_weights(shape_of(features, int(features.kind(start))), 1)
    phases = [weights] * len(features.PHASES)
    nets = new_nets(features, {int(features.kind(start)): phases})
    settings = flowers.search_settings("net")
    judge = doubt.Judge(
        flowers.rules(), policy, flowers.evaluator_module("net", ""), nets, settings,
        doubt.Study(), 1,
    )  # fmt: skip
    wins, points = np.zeros((2, flowers.rules().MAX_PLAYERS))
    make_estimate(flowers.rules(), flowers.evaluator_module("net", ""))(
        start, nets, wins, points
    )
    assert judge._aimed(start) == settings._replace(
        margin_share=1.0, margin_scale=SOLO_SCALE, par=float(points[0])
    )


# --- Generations ----------------------------------------------------------------------


def test_a_generation_is_told_in_losses_and_alone_in_points() -> None:
    classes = np.zeros((10, 3))
    judged = Quality(100, 31.25, 0.2, 0.01, classes, {}, {})
    found = Generation(3, 1_234, 0.625, 2.5, judged)
    assert line(found, 5, 2) == (
        "generation 3 of 5: 1,234 positions, loss 0.6250; before, on these games: Brier"
        " score 0.2000, calibration error 0.0100"
    )
    assert line(found, 5, 1) == (
        "generation 3 of 5: 1,234 positions, scores missed by 2.50 points; before, on"
        " these games: 31.2 points"
    )


def trainer(jobs: int = 1, seed: int = 3, plan: Plan = PLAN) -> Trainer:
    """A training that has not begun."""
    return Trainer(RULES, FEATURES, SETTLED, NET, START, plan, seed, jobs)


@cache
def trained() -> tuple[Trainer, list[Generation]]:
    """A small training, ended."""
    found = trainer()
    return found, list(found.run())


def same(one: Trainer, other: Trainer) -> bool:
    """Both have the same weights to the last bit."""
    pairs = zip(one.weights, other.weights, strict=True)
    return all(a.tobytes() == b.tobytes() for a, b in pairs)


@needs_jit
def test_a_training_learns() -> None:
    found, generations = trained()
    assert [g.number for g in generations] == [1, 2, 3]
    assert generations[0].quality is None
    assert generations[-1].entropy < generations[0].entropy
    first, last = (g.quality for g in generations[1:])
    assert first is not None
    assert last is not None
    untrained = trainer().judge(found.fresh_games(99))
    assert found.judge(found.fresh_games(99)).brier < untrained.brier


@needs_jit
def test_threads_change_nothing() -> None:
    other = trainer(jobs=2)
    list(other.run())
    assert same(trained()[0], other)


@needs_jit
def test_another_seed_is_another_training() -> None:
    other = trainer(seed=4, plan=PLAN._replace(generations=1))
    list(other.run())
    assert (other.history[0][0] != trained()[0].history[0][0]).any()


@needs_jit
@pytest.mark.parametrize("done", [1, 2])
def test_a_training_goes_on_where_it_was_left(tmp_path: Path, done: int) -> None:
    begun, file = trainer(), tmp_path / "x.training"
    left = [None] * done
    for _ in begun.run(lambda: not left):
        left.pop()
        save(file, begun)
    assert len(begun.history) == done
    other = trainer(jobs=2)
    restore(file, other)
    assert len(list(other.run())) == PLAN.generations - done
    assert same(trained()[0], other)


@needs_jit
def test_a_checkpoint_keeps_those_that_the_last_generation_meets(
    tmp_path: Path,
) -> None:
    begun = trainer(plan=PLAN._replace(generations=13, replay=2))
    for number in range(9):
        begun.history.append([np.full_like(w, number) for w in begun.weights])
    save(tmp_path / "x.training", begun)
    with np.load(tmp_path / "x.training") as kept:
        names = sorted(kept.files)
    numbers = {int(n.split("_")[1]) for n in names if n.startswith("weights_")}
    assert rivals(begun.plan) == [0, 3, 7, 11]
    assert numbers == {0, 3, 7, 8}


@needs_jit
def test_hours_are_filled_by_whole_generations() -> None:
    planned = trainer(plan=PLAN._replace(games=1000, replay=5))
    pace = Pace(game=0.01, position=0.0001, positions=40.0)
    assert pace.generation(planned) == pytest.approx(30.0)
    assert generations_in(3600.0, pace, planned) == 120
    assert generations_in(10.0, pace, planned) == 2
    before = planned.weights
    measured = measure_pace(planned)
    assert min(measured) > 0.0
    assert all((a == b).all() for a, b in zip(before, planned.weights, strict=True))


@needs_jit
def test_a_net_meets_itself_evenly() -> None:
    found = trained()[0]
    shares = contest.results(RULES, NET, START, found.nets, found.nets, 4, 1)
    assert shares.tolist() == [0.5] * 4


def saved(tmp_path: Path) -> Path:
    """A checkpoint of a training with one generation, not played."""
    found, file = trainer(), tmp_path / "x.npz.training"
    found.history.append(found.weights)
    save(file, found)
    return file


@pytest.mark.parametrize(
    ("other", "names"),
    [
        ({"seed": 4}, "seed"),
        ({"plan": PLAN._replace(games=50)}, "games"),
        ({"plan": PLAN._replace(batch=8), "seed": 9}, "batch, seed"),
    ],
)
def test_another_training_does_not_go_on_with_a_checkpoint(
    tmp_path: Path, other: dict[str, Any], names: str
) -> None:
    file = saved(tmp_path)
    with pytest.raises(CheckpointError) as error:
        restore(file, trainer(**other))
    assert str(error.value) == (
        f"{file}: that training has another {names}; give the same options, or leave"
        " out --resume"
    )


def test_another_set_up_does_not_go_on_with_a_checkpoint(tmp_path: Path) -> None:
    other = trainer()
    other.start = AZUL.notation().new(2, {"wall": "grey"})
    with pytest.raises(CheckpointError, match="another set-up; give the same"):
        restore(saved(tmp_path), other)


@pytest.mark.parametrize("damage", ["gone", "text", "torn", "array", "other"])
def test_a_damaged_checkpoint_is_named_in_one_sentence(
    tmp_path: Path, damage: str
) -> None:
    file, sentence = saved(tmp_path), "damaged, or no saved training of this version"
    if damage == "gone":
        file.unlink()
        sentence = "there is no saved training to go on with; leave out --resume"
    elif damage == "text":
        file.write_text("no")
    elif damage == "torn":
        file.write_bytes(file.read_bytes()[:9000])
    elif damage == "array":
        one_array(file)
    else:
        with file.open("wb") as out:
            np.savez(out, format=np.array(1))
    with pytest.raises(CheckpointError) as error:
        restore(file, trainer())
    assert str(error.value).startswith(f"{file}: {sentence}")
    assert "\n" not in str(error.value)


# --- Doubt ----------------------------------------------------------------------------


def test_what_chance_does_to_games_is_no_error_of_a_search() -> None:
    games = np.array([[1.0, 8.0], [0.0, -8.0], [1.0, 8.0], [0.0, -8.0]])
    found = doubt.excess(np.array([0.75, 1.0]), games)
    assert found == pytest.approx([0.0625 - 1 / 12, 1.0 - 64 / 3])
    even = [np.ones(2)] * 2
    assert doubt.deviation([found, found], even) == [0.0, 0.0]
    assert doubt.deviation([], []) == [0.0, 0.0]


def test_a_doubt_is_the_mean_of_squares_and_one_standard_error_more() -> None:
    even = [np.ones(2)] * 2
    squares = [np.array([0.01, 4.0]), np.array([0.03, 12.0])]
    assert doubt.deviation(squares, even) == pytest.approx([0.03**0.5, 12.0**0.5])
    less = [np.array([-0.01, 4.0]), np.array([-0.03, 12.0])]
    assert doubt.deviation(less, even) == pytest.approx([0.01**0.5, 12.0**0.5])
    won = doubt.shades_of(np.array([[0.5, 3.0], [0.9, 3.0], [1.0, 3.0]]))
    assert won == pytest.approx(np.array([[1.0, 1.0], [0.36, 1.0], [0.0, 1.0]]))
    ratio = 0.04 / 1.36
    error = 2**0.5 * (0.01 - ratio) / (2**0.5 * 0.68)
    assert doubt.deviation(squares, [won[0], won[1]]) == pytest.approx(
        [(ratio + abs(error)) ** 0.5, 12.0**0.5]
    )


def judges(count: int, study: doubt.Study) -> list[doubt.Judge]:
    """As many judges of the nets in the package."""
    entry = AZUL.for_state(START)
    policy, settings = entry.policy("greedy"), entry.search_settings("net")
    nets = entry.worth("net")
    assert nets is not None
    return [
        doubt.Judge(RULES, policy, NET, for_one_thread(nets), settings, study, 5)
        for _ in range(count)
    ]


@needs_jit
def test_short_searches_play_on_after_a_move() -> None:
    judge = judges(1, doubt.Study(games=6, sims=60, quick=8))[0]
    state = judge.position(START, 1)
    assert state is not None
    moves = [move for move, _, _ in judge.searched(state, 1)]
    played = [judge.played(state, move, 1) for move in moves]
    assert [games.shape for games in played] == [(6, 2)] * len(moves)
    assert all(np.unique(games[:, 1]).size > 2 for games in played)
    assert (played[0] == judge.played(state, moves[0], 1)).all()
    assert (played[0] != judge.played(state, moves[0], 2)).any()
    won = played[0][:, 0]
    assert (played[0][won == 1.0, 1] >= 0.0).all()
    assert (played[0][won == 0.0, 1] <= 0.0).all()


@needs_jit
def test_several_judges_find_what_one_finds() -> None:
    study = doubt.Study(positions=6, games=3, sims=40, quick=8)
    one, two = (doubt.measure(judges(count, study), START) for count in (1, 2))
    assert one == two
    assert one[0].win > 0.0


def test_rounds_with_few_positions_share_the_doubt_of_all() -> None:
    judge = Scripted([(1, 0.1)] * doubt.ENOUGH + [(9, 0.3)] * (doubt.ENOUGH - 1))
    whole, first, *others, last = doubt.measure([judge], START)  # type: ignore[list-item]
    assert first.win == pytest.approx((0.01 / 0.96) ** 0.5)
    assert first.win_apart == pytest.approx(0.0)
    counts = 2 * doubt.ENOUGH, 2 * doubt.ENOUGH - 2  # of moves
    squares, shades = (np.repeat(v, counts) for v in ((0.01, 0.09), (0.96, 0.64)))
    ratio = squares.mean() / shades.mean()
    error = stats.sem(squares - ratio * shades) / shades.mean()
    assert whole.win == pytest.approx((ratio + error) ** 0.5)
    assert last == whole
    assert others == [whole] * (ROUNDS - 2)


class Scripted:
    """A judge whose searches err by so much in rounds of these numbers."""

    def __init__(self, errors: list[tuple[int, float]]) -> None:
        self.study = doubt.Study(positions=len(errors))
        self.errors, self.game = errors, self

    def position(self, start: State, number: int) -> State:
        return np.full_like(start, number)

    def round_number(self, state: State) -> int:
        return self.errors[state[0]][0]

    def searched(self, _: State, number: int) -> list[tuple[int, float, float]]:
        return [(action, 0.5 + self.errors[number][1], 0.0) for action in (1, 2)]

    def played(self, *_: Any) -> Any:
        return np.array([[0.5, 0.0]] * 4)


def test_an_interval_is_no_narrower_than_what_the_evaluator_errs_by() -> None:
    visits = np.full((8, 2), 100_000)
    means = np.full((8, 2), (0.5, 0.6)) + np.linspace(-1e-4, 1e-4, 8)[:, None]
    values = Values(means, visits, np.array([False, False]))
    level = Level(0.95)
    plain = between_batches(values, WIN, level)
    unsure = between_batches(values, WIN._replace(doubt=0.03), level)
    assert (plain.error < 0.01).all()
    assert unsure.error == pytest.approx([0.03, 0.03 * 0.96**0.5], rel=0.01)
    assert (unsure.high - unsure.low > 0.1).all()
