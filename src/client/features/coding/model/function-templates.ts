import type { Language } from '#shared/coding/languages.rules.ts'

/** Example of a question that asks for a function that adds two numbers, for the author to adapt. */
export const functionTemplates: Record<Language, { starter_code: string; driver: string }> = {
  javascript: {
    starter_code: `function add(a, b) {
  // Write your solution here.
}
`,
    driver: `const [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number)
console.log(add(a, b))
`,
  },
  typescript: {
    starter_code: `function add(a: number, b: number): number {
  // Write your solution here.
  return 0
}
`,
    driver: `const [a, b]: number[] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number)
console.log(add(a, b))
`,
  },
  python: {
    starter_code: `def add(a, b):
  # Write your solution here.
  return 0
`,
    driver: `from solution import add

a, b = map(int, input().split())
print(add(a, b))
`,
  },
  java: {
    starter_code: `class Solution {
  static int add(int a, int b) {
    // Write your solution here.
    return 0;
  }
}
`,
    driver: `import java.util.Scanner;

public class Main {
  public static void main(String[] args) {
    Scanner in = new Scanner(System.in);
    System.out.println(Solution.add(in.nextInt(), in.nextInt()));
  }
}
`,
  },
  cpp: {
    starter_code: `int add(int a, int b) {
  // Write your solution here.
  return 0;
}
`,
    driver: `#include <bits/stdc++.h>
using namespace std;

#include "solution.cpp"

int main() {
  int a, b;
  cin >> a >> b;
  cout << add(a, b) << "\\n";
}
`,
  },
  c: {
    starter_code: `int add(int a, int b) {
  // Write your solution here.
  return 0;
}
`,
    driver: `#include <stdio.h>

#include "solution.c"

int main(void) {
  int a, b;
  if (scanf("%d %d", &a, &b) == 2) printf("%d\\n", add(a, b));
}
`,
  },
  csharp: {
    starter_code: `public static class Solution {
  public static int Add(int a, int b) {
    // Write your solution here.
    return 0;
  }
}
`,
    driver: `using System;

public class Program {
  public static void Main() {
    string[] words = Console.ReadLine().Split(' ');
    Console.WriteLine(Solution.Add(int.Parse(words[0]), int.Parse(words[1])));
  }
}
`,
  },
  go: {
    starter_code: `package main

func add(a, b int) int {
  // Write your solution here.
  return 0
}
`,
    driver: `package main

import "fmt"

func main() {
  var a, b int
  fmt.Scan(&a, &b)
  fmt.Println(add(a, b))
}
`,
  },
  rust: {
    starter_code: `pub fn add(a: i64, b: i64) -> i64 {
  // Write your solution here.
  0
}
`,
    driver: `use std::io::Read;

mod solution;

fn main() {
  let mut input = String::new();
  std::io::stdin().read_to_string(&mut input).unwrap();
  let numbers: Vec<i64> = input.split_whitespace().map(|word| word.parse().unwrap()).collect();
  println!("{}", solution::add(numbers[0], numbers[1]));
}
`,
  },
  kotlin: {
    starter_code: `fun add(a: Int, b: Int): Int {
  // Write your solution here.
  return 0
}
`,
    driver: `fun main() {
  val (a, b) = readLine()!!.split(" ").map { it.toInt() }
  println(add(a, b))
}
`,
  },
  php: {
    starter_code: `<?php
function add($a, $b) {
  // Write your solution here.
  return 0;
}
`,
    driver: `<?php
require 'solution.php';

[$a, $b] = explode(' ', trim(fgets(STDIN)));
echo add((int) $a, (int) $b), "\\n";
`,
  },
  ruby: {
    starter_code: `def add(a, b)
  # Write your solution here.
  0
end
`,
    driver: `require_relative 'solution'

a, b = gets.split.map(&:to_i)
puts add(a, b)
`,
  },
  haskell: {
    starter_code: `module Solution where

add :: Int -> Int -> Int
add a b = 0
`,
    driver: `import Solution

main :: IO ()
main = do
  line <- getLine
  let [a, b] = map read (words line)
  print (add a b)
`,
  },
  sql: {
    starter_code: `-- Write a statement that changes the tables here.
`,
    driver: `-- Shows the tables afterwards.
SELECT * FROM students ORDER BY id;
`,
  },
}
