import type { SeedProgram } from './program.ts'

/** Programs for "With Dry Shoes". */

export const referenceRust: SeedProgram = {
  language: 'rust',
  code: `use std::collections::VecDeque;
use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_whitespace();
    let mut number = || words.next().unwrap().parse::<usize>().unwrap();
    let (rows, columns, most) = (number(), number(), number());
    let plan: Vec<&[u8]> = words.map(|line| line.as_bytes()).collect();
    let mut steps = vec![-1i32; rows * columns * (most + 1)];
    let place = |row: usize, column: usize, wet: usize| (row * columns + column) * (most + 1) + wet;
    let mut queue = VecDeque::new();
    steps[place(0, 0, 0)] = 0;
    queue.push_back((0usize, 0usize, 0usize));
    while let Some((row, column, wet)) = queue.pop_front() {
        let so_far = steps[place(row, column, wet)];
        if row == rows - 1 && column == columns - 1 {
            println!("{}", so_far);
            return;
        }
        for (down, right) in [(0i32, 1i32), (1, 0), (0, -1), (-1, 0)] {
            let (r, c) = (row as i32 + down, column as i32 + right);
            if r < 0 || c < 0 || r as usize >= rows || c as usize >= columns {
                continue;
            }
            let (r, c) = (r as usize, c as usize);
            let now = match plan[r][c] {
                b'#' => continue,
                b'~' => wet + 1,
                _ => wet,
            };
            if now <= most && steps[place(r, c, now)] < 0 {
                steps[place(r, c, now)] = so_far + 1;
                queue.push_back((r, c, now));
            }
        }
    }
    println!("-1");
}
`,
  verdicts: 'AAAAAAAA',
  timeMs: 1,
  memoryKb: 1_900,
}

export const referenceCsharp: SeedProgram = {
  language: 'csharp',
  code: `using System;
using System.Collections.Generic;

class Program
{
    static void Main()
    {
        var head = Console.ReadLine().Split(' ');
        int rows = int.Parse(head[0]), columns = int.Parse(head[1]), most = int.Parse(head[2]);
        var plan = new string[rows];
        for (int row = 0; row < rows; row++) plan[row] = Console.ReadLine();
        var seen = new bool[rows, columns, most + 1];
        var front = new List<int[]> { new[] { 0, 0, 0 } };
        seen[0, 0, 0] = true;
        int[] down = { 0, 1, 0, -1 }, right = { 1, 0, -1, 0 };
        for (int steps = 0; front.Count > 0; steps++)
        {
            var next = new List<int[]>();
            foreach (var at in front)
            {
                if (at[0] == rows - 1 && at[1] == columns - 1)
                {
                    Console.WriteLine(steps);
                    return;
                }
                for (int way = 0; way < 4; way++)
                {
                    int r = at[0] + down[way], c = at[1] + right[way];
                    if (r < 0 || c < 0 || r >= rows || c >= columns || plan[r][c] == '#') continue;
                    int wet = at[2] + (plan[r][c] == '~' ? 1 : 0);
                    if (wet > most || seen[r, c, wet]) continue;
                    seen[r, c, wet] = true;
                    next.Add(new[] { r, c, wet });
                }
            }
            front = next;
        }
        Console.WriteLine(-1);
    }
}
`,
  verdicts: 'AAAAAAAA',
  timeMs: 25,
  memoryKb: 19_600,
}

/** Forgets that a cell can be reached again with fewer puddles crossed. */
export const referenceOneState: SeedProgram = {
  language: 'python',
  code: `from collections import deque

rows, columns, most = map(int, input().split())
plan = [input() for _ in range(rows)]
seen = {(0, 0)}
queue = deque([(0, 0, 0, 0)])
answer = -1
while queue:
    row, column, wet, steps = queue.popleft()
    if (row, column) == (rows - 1, columns - 1):
        answer = steps
        break
    for r, c in ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)):
        if not (0 <= r < rows and 0 <= c < columns) or plan[r][c] == "#" or (r, c) in seen:
            continue
        now = wet + (plan[r][c] == "~")
        if now <= most:
            seen.add((r, c))
            queue.append((r, c, now, steps + 1))
print(answer)
`,
  verdicts: 'WAAAAAWA',
  timeMs: 13,
  memoryKb: 9_000,
}
