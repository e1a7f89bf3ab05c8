import { boolean, gaps, matching, multiple, numeric, ordering, single, text, word } from '../questions/question.ts'
import { inTopic, retired, reworded } from './bank-question.ts'

export const computing = [
  ...inTopic('Technical', 'Data structures/Trees/Binary trees', ['trees', 'GATE'], {
    easy: [4, 5, 7].map((levels) =>
      numeric(
        `How many nodes can a binary tree with ${levels} levels have at most?`,
        2 ** levels - 1,
        `1 + 2 + 4 + … over ${levels} levels is 2^${levels} − 1.`,
      ),
    ),
    medium: [
      single(
        '50, 30, 70, 20 and 40 are inserted into an empty binary search tree in this order. What is its postorder traversal?',
        '20, 40, 30, 70, 50',
        ['20, 30, 40, 50, 70', '50, 30, 20, 40, 70', '20, 40, 70, 30, 50'],
        'Left subtree (20, 40, 30), right subtree (70), then the root.',
      ),
      ordering(
        'A binary search tree is built by inserting 8, 3, 10, 1 and 6 in this order. Put its nodes into the order of a preorder traversal.',
        ['8', '3', '1', '6', '10'],
        'The root first, then the left subtree (3, 1, 6), then the right one (10).',
      ),
    ],
  }),
  ...inTopic('Technical', 'Data structures/Stacks and queues', ['stacks', 'GATE'], {
    easy: [
      single(
        'Which structure suits print jobs that are printed in the order of their arrival?',
        'Queue',
        ['Stack', 'Binary search tree', 'Hash table'],
        'First in, first out.',
      ),
    ],
    medium: [
      numeric('What is the value of the postfix expression 5 3 2 * + 4 − ?', 7, '3 · 2 = 6, 5 + 6 = 11, 11 − 4 = 7.'),
      numeric('What is the value of the postfix expression 6 2 / 3 4 * + ?', 15, '6 ÷ 2 = 3, 3 · 4 = 12, 3 + 12 = 15.'),
    ],
  }),
  ...inTopic('Technical', 'Data structures/Hashing', ['hashing'], {
    medium: [
      numeric(
        'The keys 12, 22 and 32 are inserted in this order into an empty table with places 0 to 9, with h(k) = k mod 10 and linear probing. At which place is 32 stored?',
        4,
        'Place 2 is taken by 12 and place 3 by 22.',
      ),
      numeric(
        'A hash table with 40 places holds 30 keys. What is its load factor?',
        0.75,
        'Keys divided by places: 30 ÷ 40.',
      ),
    ],
  }),
  ...inTopic('Technical', 'Algorithms/Complexity', ['algorithms', 'GATE'], {
    easy: [
      ordering(
        'Order these running times by their growth, slowest first.',
        ['log n', 'n', 'n log n', 'n²', '2ⁿ'],
        'A logarithm grows more slowly than any power, and an exponential faster.',
      ),
    ],
    medium: [
      ...[10, 20].map((items) =>
        numeric(
          `How many comparisons of elements does selection sort make for ${items} elements?`,
          (items * (items - 1)) / 2,
          `${items - 1} + … + 2 + 1 = ${items} · ${items - 1} ÷ 2.`,
        ),
      ),
      matching(
        'Match each algorithm with its running time in the worst case.',
        { 'Merge sort': 'O(n log n)', 'Insertion sort': 'O(n²)', 'Binary search': 'O(log n)', 'Linear search': 'O(n)' },
        'None of these is O(1).',
        ['O(1)'],
      ),
    ],
    hard: [
      multiple(
        'Which of these sorting algorithms are stable in their usual form?',
        ['Merge sort', 'Insertion sort', 'Bubble sort'],
        ['Heapsort', 'Quicksort'],
        'Heapsort and quicksort exchange elements that are far apart, and so may reverse equal ones.',
        'partial',
      ),
    ],
  }),
  ...inTopic('Technical', 'Operating systems/Scheduling', ['processes', 'semester 4'], {
    medium: [
      [10, 5, 6],
      [4, 8, 3],
      [12, 6, 3],
    ].map(([first = 0, second = 0, third = 0]) =>
      numeric(
        `Three processes arrive together and need ${first}, ${second} and ${third} ms. They are served in this order, each until it ends. What is their average waiting time?`,
        Math.round(((first + first + second) * 100) / 3) / 100,
        `They wait 0, ${first} and ${first + second} ms.`,
        { unit: 'ms', tolerance: 0.01 },
      ),
    ),
    hard: [
      [10, 5, 6],
      [9, 14, 4],
    ].map((bursts) => {
      const [first = 0, second = 0] = bursts.toSorted((a, b) => a - b)
      return numeric(
        `Three processes arrive together and need ${bursts.join(', ')} ms. The shortest is always served next, until it ends. What is their average waiting time?`,
        Math.round(((first + first + second) * 100) / 3) / 100,
        `They wait 0, ${first} and ${first + second} ms.`,
        { unit: 'ms', tolerance: 0.01 },
      )
    }),
  }),
  ...inTopic('Technical', 'Operating systems/Memory', ['paging', 'semester 4'], {
    medium: [
      ...[
        [32, 12],
        [16, 10],
        [24, 11],
      ].map(([address = 0, offset = 0]) =>
        numeric(
          `Addresses have ${address} bits and pages ${2 ** (offset - 10)} KiB. How many bits does the page number have?`,
          address - offset,
          `The offset takes ${offset} bits, because a page has 2^${offset} bytes.`,
          { unit: 'bits' },
        ),
      ),
      text(
        'What is it called when a system spends more time on moving pages than on running programs?',
        ['thrashing'],
        'Thrashing: the working sets of the processes do not fit into memory together.',
        ['swapping', 'deadlock'],
      ),
    ],
  }),
  ...inTopic('Technical', 'Networks/Addressing', ['IP', 'semester 5'], {
    easy: [
      single(
        'Which of these is a private IPv4 address?',
        '172.20.1.5',
        ['172.32.1.5', '192.169.1.5', '11.0.1.5'],
        'Private are 10.0.0.0/8, 172.16.0.0/12 and 192.168.0.0/16.',
      ),
    ],
    medium: [24, 26, 28, 30].map((prefix) =>
      numeric(
        `How many hosts can have an address in an IPv4 subnet with the prefix /${prefix}?`,
        2 ** (32 - prefix) - 2,
        'All host bits 0 is the network and all 1 its broadcast address.',
      ),
    ),
    hard: [
      text(
        'What is the network address of the host 192.168.10.77/26?',
        ['192.168.10.64', '192.168.10.64/26'],
        'Networks of /26 begin at multiples of 64.',
        ['192.168.10.0', '192.168.10.76'],
      ),
    ],
  }),
  ...inTopic('Technical', 'Networks/Protocols', ['TCP', 'semester 5'], {
    easy: [
      ordering(
        'Put the segments that open a TCP connection in order.',
        ['SYN', 'SYN-ACK', 'ACK'],
        'The three-way handshake.',
      ),
      reworded(
        boolean(
          'UDP guarantees that datagrams arrive in the order in which they were sent.',
          false,
          'UDP neither numbers nor sorts datagrams.',
        ),
        'UDP datagrams arrive in the order in which they were sent.',
      ),
    ],
    medium: [
      matching(
        'Match each protocol with its usual port.',
        { HTTPS: '443', SSH: '22', DNS: '53', SMTP: '25' },
        'Port 80 belongs to HTTP.',
        ['80'],
      ),
    ],
  }),
  ...inTopic('Technical', 'Databases/SQL', ['SQL', 'semester 4'], {
    easy: [
      text(
        'Which SQL keyword after `SELECT` removes duplicate rows from the result?',
        ['DISTINCT'],
        '`SELECT DISTINCT city FROM students` lists each city once.',
        ['UNIQUE', 'GROUP BY'],
      ),
    ],
    medium: [
      numeric(
        'A table has 5 rows, and `city` is `NULL` in two of them. What does `SELECT COUNT(city)` return?',
        3,
        '`COUNT` of a column skips `NULL`.',
      ),
      gaps(
        '`SELECT branch, AVG(marks) FROM results {{1}} BY branch {{2}} AVG(marks) > 60` lists the branches with an average above 60.',
        [word('GROUP'), word('HAVING')],
        '`HAVING` filters groups, `WHERE` single rows.',
        [['GROUP', 'WHERE']],
      ),
    ],
  }),
  ...inTopic('Technical', 'Databases/Normal forms', ['design', 'semester 4'], {
    medium: [
      boolean('Every relation in BCNF is also in 3NF.', true, 'BCNF is the stricter of the two.'),
      single(
        'A relation in 1NF has an attribute that depends on only a part of its key. Which normal form does it violate?',
        '2NF',
        ['1NF', 'None'],
        '2NF rules out partial dependencies.',
      ),
    ],
  }),
  ...inTopic('Technical', 'Programming/C', ['C', 'semester 1'], {
    easy: [
      numeric(
        'What is the value of `17 % 5 * 2` in C?',
        4,
        '`%` and `*` have the same rank and go from left to right: 2 · 2.',
      ),
      retired(
        numeric(
          'For `int a[12];`, what is `sizeof a / sizeof a[0]`?',
          12,
          'The size of the array over the size of one element.',
        ),
      ),
    ],
    medium: [
      numeric(
        'What does this print?\n\n```c\nint x = 7;\nprintf("%d", x++ + 2);\n```',
        9,
        '`x++` gives the old value 7 and increments afterwards.',
      ),
      boolean(
        'In C, array indexes are checked while the program runs.',
        false,
        'Reading beyond an array is undefined behaviour.',
      ),
    ],
  }),
  ...inTopic('Technical', 'Programming/Python', ['Python', 'semester 2'], {
    easy: [
      single(
        'Which of these Python types is mutable?',
        'list',
        ['tuple', 'str', 'int'],
        'Elements of a list can be replaced.',
      ),
      numeric('What is `sum(x * x for x in range(4))` in Python?', 14, '0 + 1 + 4 + 9.'),
    ],
    medium: [
      numeric('What is `len(range(3, 20, 4))` in Python?', 5, 'The numbers are 3, 7, 11, 15 and 19.'),
      text(
        "What is `'abcdef'[1:4]` in Python? Leave out the quotes.",
        ['bcd'],
        'From index 1 up to, but without, index 4.',
        ['abcd', 'bcde'],
      ),
    ],
  }),
]
