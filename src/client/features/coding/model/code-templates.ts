import type { Language } from '#shared/coding/languages.rules.ts'

/** Starter code by language: a complete program, indented by two spaces, like the editor's Tab key. */
export const templates: Record<Language, string> = {
  javascript: `const lines = require('fs').readFileSync(0, 'utf8').split('\\n')

// Write your solution here. Print the answer with console.log.
`,
  typescript: `import { readFileSync } from 'fs'

const lines: string[] = readFileSync(0, 'utf8').split('\\n')

// Write your solution here. Print the answer with console.log.
`,
  python: `import sys


def main():
  lines = sys.stdin.read().splitlines()
  # Write your solution here. Print the answer with print().


main()
`,
  java: `import java.util.*;

public class Main {
  public static void main(String[] args) {
    Scanner in = new Scanner(System.in);
    // Write your solution here. Print the answer with System.out.println.
  }
}
`,
  kotlin: `fun main() {
  val lines = generateSequence(::readLine).toList()
  // Write your solution here. Print the answer with println.
}
`,
  cpp: `#include <bits/stdc++.h>
using namespace std;

int main() {
  ios::sync_with_stdio(false);
  cin.tie(nullptr);
  // Write your solution here. Print the answer with cout.
  return 0;
}
`,
  c: `#include <stdio.h>

int main(void) {
  // Write your solution here. Print the answer with printf.
  return 0;
}
`,
  csharp: `using System;

public class Program {
  public static void Main() {
    // Write your solution here. Print the answer with Console.WriteLine.
  }
}
`,
  go: `package main

import (
  "bufio"
  "fmt"
  "os"
)

func main() {
  in := bufio.NewReader(os.Stdin)
  out := bufio.NewWriter(os.Stdout)
  defer out.Flush()
  // Write your solution here: fmt.Fscan(in, &n) reads, fmt.Fprintln(out, n) prints.
  _ = in
  _ = fmt.Fprintln
}
`,
  rust: `use std::io::{self, Read};

fn main() {
  let mut input = String::new();
  io::stdin().read_to_string(&mut input).unwrap();
  // Write your solution here. Print the answer with println!.
}
`,
  php: `<?php

$lines = file('php://stdin', FILE_IGNORE_NEW_LINES);

// Write your solution here. Print the answer with echo.
`,
  ruby: `lines = STDIN.readlines(chomp: true)

# Write your solution here. Print the answer with puts.
`,
  haskell: `main :: IO ()
main = do
  input <- getContents
  let numbers = map read (words input) :: [Int]
  -- Write your solution here. Print the answer with print or putStrLn.
  return ()
`,
  sql: `-- Write your query here.
SELECT 1;
`,
}
