"""What torch takes for the steps of `headlight bench training`: factored attention and a Potts model, random rows.

Gradients are written out, as dense products into large arrays that are kept: fresh memory would cost as much again.

    python3 tests/bench/torch_training.py [--threads N] [--case 158:4202] [--model factored] [--repetitions N]

One JSON line per case: wall and processor seconds (of all threads) of a step. Needs torch (Debian: python3-torch, with
libopenblas0).
"""
import argparse
import json
import math
import statistics
import time

import torch

CASES = ["158:4202", "223:1470", "300:5000"]
LETTERS, HEADS, WIDTH, BATCH = 20, 64, 32, 128
PENALTY = 0.01


def random_rows(length, count):
    """One-hot rows (N, 20 L), one place in twenty missing."""
    codes = torch.randint(LETTERS, (count, length))
    rows = torch.nn.functional.one_hot(codes, LETTERS).float()
    rows[torch.rand(count, length) < 0.05] = 0
    return rows.view(count, length * LETTERS)


def adam(state, values, gradients, rate, step):
    for key, value in values.items():
        mean, square = state.setdefault(key, (torch.zeros_like(value), torch.zeros_like(value)))
        mean.mul_(0.9).add_(gradients[key], alpha=0.1)
        square.mul_(0.999).addcmul_(gradients[key], gradients[key], value=0.001)
        value.sub_(rate / (1 - 0.9**step) * mean / ((square / (1 - 0.999**step)).sqrt() + 1e-8))


def data_part(rows, couplings, bias, scale, derivatives):
    """Objective and derivatives by biases; those by couplings (20 L, 20 L) go into `derivatives`."""
    count, length = len(rows), bias.shape[0]
    logits = (rows @ couplings).view(count, length, LETTERS) + bias
    x = rows.view(count, length, LETTERS)
    present = x.sum(2)
    loss = scale * ((logits.logsumexp(2) - (logits * x).sum(2)) * present).sum()
    rest = scale * (torch.softmax(logits, 2) - x) * present[:, :, None]
    torch.mm(rest.view(count, -1).T, rows, out=derivatives)
    return loss, rest.sum(0)


class Factored:
    def __init__(self, length, rows):
        self.rows, self.length, self.step, self.state = rows, length, 0, {}
        self.pairs, self.D = torch.empty(length**2, LETTERS**2), torch.empty(length * LETTERS, length * LETTERS)
        self.flat = torch.empty(length, LETTERS, length, LETTERS)
        self.values = {
            "query": (torch.rand(HEADS, length, WIDTH) - 0.5) / 2,
            "key": (torch.rand(HEADS, length, WIDTH) - 0.5) / 2,
            "value": (torch.rand(HEADS, LETTERS, LETTERS) - 0.5) / 5,
            "bias": torch.zeros(length, LETTERS),
        }

    def learn(self):
        query, key, value, bias = self.values.values()
        L, penalty = self.length, PENALTY * (self.length - 1) * 19 / 4 / len(self.rows)
        scores = torch.bmm(query, key.transpose(1, 2)) / math.sqrt(WIDTH)
        scores.diagonal(dim1=1, dim2=2).fill_(-math.inf)
        maps = torch.softmax(scores, 2)
        both_maps = torch.cat((maps, maps.transpose(1, 2))).view(2 * HEADS, L * L)
        both_values = torch.cat((value, value.transpose(1, 2))).view(2 * HEADS, LETTERS * LETTERS)
        pairs = torch.mm(both_maps.T, both_values / 2, out=self.pairs)
        self.flat.copy_(pairs.view(L, L, LETTERS, LETTERS).permute(0, 2, 1, 3))
        batch = self.rows[torch.randperm(len(self.rows))[:BATCH]]
        loss, of_bias = data_part(batch, self.flat.view(L * LETTERS, -1), bias, 1 / len(batch), self.D)
        loss = loss + penalty * torch.dot(pairs.view(-1), pairs.view(-1))
        loss = loss + PENALTY / len(self.rows) * (bias * bias).sum()
        self.D.add_(self.flat.view(L * LETTERS, -1), alpha=2 * penalty)
        pairs.view(L, L, LETTERS, LETTERS).copy_(self.D.view(L, LETTERS, L, LETTERS).permute(0, 2, 1, 3))
        of_values = (both_maps @ pairs / 2).view(2, HEADS, LETTERS, LETTERS)
        of_maps = (both_values @ pairs.T / 2).view(2, HEADS, L, L)
        of_maps = of_maps[0] + of_maps[1].transpose(1, 2)
        of_scores = maps * (of_maps - (maps * of_maps).sum(2, keepdim=True)) / math.sqrt(WIDTH)
        gradients = {
            "query": torch.bmm(of_scores, key),
            "key": torch.bmm(of_scores.transpose(1, 2), query),
            "value": of_values[0] + of_values[1].transpose(1, 2),
            "bias": of_bias + 2 * PENALTY / len(self.rows) * bias,
        }
        self.step += 1
        adam(self.state, self.values, gradients, 0.05, self.step)
        return float(loss)


class Potts:
    def __init__(self, length, rows):
        self.rows, self.length, self.step = rows, length, 0
        self.couplings, self.bias = torch.zeros(length * LETTERS, length * LETTERS), torch.zeros(length, LETTERS)
        self.mean, self.part, self.D = (torch.zeros_like(self.couplings) for _ in range(3))
        self.square = 0.0

    def learn(self):
        L, penalty = self.length, PENALTY * (self.length - 1) * 19 / 4 / len(self.rows)
        D, loss = self.D.zero_(), 0.0
        for part in self.rows.split(1024):
            part_loss, of_bias = data_part(part, self.couplings, self.bias, 1 / len(self.rows), self.part)
            D += self.part
            loss += float(part_loss)
        gradient = torch.add(D, D.T, out=self.part).mul_(0.5).add_(self.couplings, alpha=2 * penalty)
        blocks = gradient.view(L, LETTERS, L, LETTERS)
        blocks[torch.arange(L), :, torch.arange(L), :] = 0
        loss += penalty * float(torch.dot(self.couplings.view(-1), self.couplings.view(-1)))
        self.step += 1
        self.mean.mul_(0.9).add_(gradient, alpha=0.1)
        self.square = 0.999 * self.square + 0.001 * float(torch.dot(gradient.view(-1), gradient.view(-1)))
        scale = 2 / (1 - 0.9**self.step) / (math.sqrt(self.square / (1 - 0.999**self.step)) + 1e-8)
        self.couplings.sub_(self.mean, alpha=scale)
        self.bias.sub_(0.01 * of_bias)
        return loss


def measured(model, case, repetitions):
    length, count = map(int, case.split(":"))
    training = {"factored": Factored, "potts": Potts}[model](length, random_rows(length, count))
    wall, processor = [], []
    for _ in range(repetitions + 1):  # the first warms up
        begin, begin_processor = time.perf_counter(), time.process_time()
        training.learn()
        wall.append(time.perf_counter() - begin)
        processor.append(time.process_time() - begin_processor)
    return {
        "case": f"{model} L={length} N={count}",
        "torch": torch.__version__,
        "threads": torch.get_num_threads(),
        "wall": {"min": min(wall[1:]), "median": statistics.median(wall[1:])},
        "processor": {"min": min(processor[1:]), "median": statistics.median(processor[1:])},
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--case", choices=CASES, action="append")
    parser.add_argument("--model", choices=["factored", "potts"], action="append")
    parser.add_argument("--repetitions", type=int, default=5)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    with torch.no_grad():
        for model in arguments.model or ["factored", "potts"]:
            for case in arguments.case or CASES:
                print(json.dumps(measured(model, case, arguments.repetitions)), flush=True)


if __name__ == "__main__":
    main()
