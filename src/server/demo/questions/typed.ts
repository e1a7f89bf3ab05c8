import { lateBoard } from '../essays/late-board.ts'
import { passingTests } from '../essays/passing-tests.ts'
import { protocols } from '../essays/protocols.ts'
import { boolean, essay, gaps, matching, multiple, numeric, ordering, single, text, word } from './question.ts'

/** Questions of every type. */

export const systems = [
  single(
    'A cache is accessed in 2 ns and has the data in 90% of all cases. Otherwise the main memory is read as well, which takes another 50 ns. What is the average access time?',
    '7 ns',
    ['4.7 ns', '5.2 ns', '6.8 ns', '52 ns'],
    '2 ns always, and 50 ns in one case of ten: 2 + 0.1 · 50 = 7 ns.',
  ),
  single(
    'A direct-mapped cache of 64 KiB has lines of 16 bytes. How many bits of a 32-bit address form the tag?',
    '16',
    ['12', '14', '18', '20'],
    'The offset takes 4 bits and the index of the 4,096 lines 12, which leaves 16.',
  ),
  multiple(
    'What do the threads of a process share?',
    ['Global variables', 'The heap', 'Open files'],
    ['The stack', 'The registers'],
    'Each thread has a stack and registers of its own; memory and files belong to the process.',
    'partial',
  ),
  multiple(
    'Which of these sorting algorithms need at most O(n log n) comparisons, even in the worst case?',
    ['Merge sort', 'Heapsort'],
    ['Quicksort', 'Insertion sort', 'Bubble sort'],
    'Quicksort needs O(n²) if the pivots are bad; the simple algorithms always can.',
  ),
  boolean(
    'With demand paging, every page fault ends the process that caused it.',
    false,
    'Usually the page is loaded and the process continues. Only an access to an invalid address ends it.',
  ),
  numeric(
    'A disk rotates 7,200 times a minute. What is its average rotational latency?',
    4.17,
    'Half a rotation: 60,000 ms ÷ 7,200 ÷ 2 = 4.17 ms.',
    { unit: 'ms', tolerance: 0.02 },
  ),
  numeric(
    'Three processes arrive together and need 24, 3 and 3 ms. They are served in this order, each until it ends. What is their average waiting time?',
    17,
    'They wait 0, 24 and 27 ms: 51 ÷ 3 = 17.',
    { unit: 'ms' },
  ),
  text(
    'Which Unix system call replaces the program that a process runs, without creating another process?',
    ['exec', 'execve', 'execv', 'execl', 'execvp', 'execlp', 'exec()', 'execve()'],
    '`exec` and its variants load another program into the calling process. `fork` creates a process.',
    ['fork', 'fork()', 'system', 'spawn'],
  ),
  gaps(
    'A page table maps pages of {{1}} memory to {{2}} of physical memory. With pages of 4 KiB, the offset of an address has {{3}} bits.',
    [
      word('virtual', 'logical'),
      { kind: 'choice', options: { A: 'segments', B: 'frames', C: 'sectors' }, correctAnswer: 'B' },
      { kind: 'numeric', correctValue: 12 },
    ],
    'Virtual pages are placed into frames of the same size; 4 KiB are 2^12 bytes.',
    [
      ['virtual', 'B', '10'],
      ['virtual', 'A', '12'],
      ['main', 'B', '12'],
      ['cache', 'C', '4'],
    ],
  ),
  matching(
    'Match each layer with what its units of data are called.',
    { Transport: 'Segment', Network: 'Packet', 'Data link': 'Frame', Physical: 'Bit' },
    'A block is the unit of a disk.',
    ['Block'],
  ),
  ordering(
    'Put the steps in order by which an operating system handles a page fault.',
    [
      'A program touches a page that is not in memory',
      'The hardware traps to the operating system',
      'A free frame is found',
      'The page is read from disk into the frame',
      'The page table is updated',
      'The instruction is started again',
    ],
    'The frame must be free before the page is read, and the table must be right before the instruction runs again.',
  ),
  essay(
    'A lecture is streamed live to 300 students, and its slides are offered as a file. Would you use TCP or UDP for each of the two, and why?',
    protocols,
    'UDP for the stream, because late packets are useless; TCP for the file, because it has to be complete.',
    { marks: 5, maxWords: 250 },
  ),
]

export const writing = [
  essay(
    'The sensor board for your project will arrive a week late. Write the email in which you tell your guide, Dr. Deshpande, and propose what to do.',
    lateBoard,
    'A good email names the delay and its effect first, then a plan, and closes politely.',
    { marks: 6, maxWords: 250 },
  ),
  essay(
    'A program passes all tests of its authors and still fails for its users. Explain, with an example, how this can happen.',
    passingTests,
    'Tests only try some of the inputs, and these are chosen by people who have the same picture of the task as the program.',
    { marks: 4, maxWords: 250 },
  ),
]

export const everyType = [
  single(
    'Which gate gives 1 only if all of its inputs are 1?',
    'AND',
    ['OR', 'NAND', 'NOR', 'XOR'],
    'The output of an AND gate is 1 when the first input and the second and all others are 1.',
  ),
  multiple(
    'Which of these numbers are prime?',
    ['53', '59'],
    ['51', '57', '91'],
    '51 = 3 · 17, 57 = 3 · 19 and 91 = 7 · 13.',
    'each',
  ),
  boolean(
    'Two equal resistors in parallel have half the resistance of one of them.',
    true,
    'Twice the current flows at the same voltage.',
  ),
  numeric('Which voltage drives a current of 0.25 A through a resistor of 48 Ω?', 12, 'V = I · R = 0.25 · 48 = 12 V.', {
    unit: 'V',
  }),
  text('What is the SI unit of capacitance?', ['farad', 'farads', 'F'], 'One farad is one coulomb per volt.'),
  gaps(
    'In Python, the method {{1}} adds an element to the end of a list, the function {{2}} gives the length of a list, and the first element has the index {{3}}.',
    [word('append', 'append()'), word('len', 'len()'), { kind: 'numeric', correctValue: 0 }],
    'For example `a.append(4)`, `len(a)` and `a[0]`.',
  ),
  matching(
    'Match each quantity with its SI unit.',
    { Force: 'newton', Pressure: 'pascal', Power: 'watt', Frequency: 'hertz' },
    'The joule measures energy.',
    ['joule'],
  ),
  ordering(
    'Order these amounts of data, smallest first.',
    ['1 bit', '1 byte', '1 kilobyte', '1 megabyte', '1 gigabyte'],
    'A byte has 8 bits; each of the others is about a thousand times the one before.',
  ),
  essay(
    'Choose a tool that you use every day. Describe in 60 to 150 words one thing that its designers did well, and one that you would change.',
    [
      {
        criterion: 'Describes what was done well, with a reason',
        advice: 'Give a reason for your praise.',
        levels: [
          { label: 'No', marks: 0 },
          { label: 'Partly', marks: 1 },
          { label: 'Yes', marks: 2 },
        ],
      },
      {
        criterion: 'Proposes a change and who gains by it',
        advice: 'Say who gains by your change.',
        levels: [
          { label: 'No', marks: 0 },
          { label: 'Partly', marks: 1 },
          { label: 'Yes', marks: 2 },
        ],
      },
    ],
    'A good answer gives reasons for both.',
    { marks: 4, minWords: 60, maxWords: 150 },
  ),
]
