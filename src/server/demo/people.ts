import type { Actor } from '#server/platform/platform.ts'
import type { SeedCollege } from './colleges.ts'
import { signIns } from './sign-ins.ts'

export const sections = ['A', 'B'] as const

/** First and family names that occur together, by region. */
const names: [first: string[], family: string[]][] = [
  [
    ['Meera', 'Aravind', 'Kavya', 'Senthil', 'Nithya'],
    ['Krishnan', 'Murugan', 'Rajagopal', 'Sundaram', 'Natarajan'],
  ],
  [
    ['Rohan', 'Sakshi', 'Aniket', 'Mrunal', 'Omkar'],
    ['Kulkarni', 'Patil', 'Joshi', 'Gokhale', 'Shinde'],
  ],
  [
    ['Ayesha', 'Imran', 'Zoya', 'Farhan', 'Sana'],
    ['Khan', 'Ansari', 'Sheikh', 'Qureshi', 'Mirza'],
  ],
  [
    ['Sravani', 'Charan', 'Harika', 'Teja', 'Lavanya'],
    ['Reddy', 'Rao', 'Naidu', 'Chowdary', 'Varma'],
  ],
  [
    ['Anirban', 'Ritwika', 'Sourav', 'Paromita', 'Debojit'],
    ['Mukherjee', 'Sen', 'Ghosh', 'Banerjee', 'Das'],
  ],
  [
    ['Harpreet', 'Gurleen', 'Manjot', 'Jasleen', 'Arshdeep'],
    ['Singh Gill', 'Kaur Sandhu', 'Singh Bedi', 'Kaur Dhillon', 'Singh Brar'],
  ],
  [
    ['Jeevan', 'Anju', 'Nikhil', 'Sneha', 'Vishnu'],
    ['Nair', 'Menon', 'Pillai', 'Varghese', 'Panicker'],
  ],
  [
    ['Priya', 'Aditya', 'Shreya', 'Vivek', 'Neha'],
    ['Sharma', 'Tiwari', 'Mishra', 'Agarwal', 'Verma'],
  ],
  [
    ['Dhruv', 'Hetvi', 'Parth', 'Krupa', 'Jay'],
    ['Patel', 'Shah', 'Desai', 'Trivedi', 'Solanki'],
  ],
  [
    ['Lalrinpuii', 'Bhargav', 'Rimjhim', 'Tenzin', 'Nabanita'],
    ['Hmar', 'Saikia', 'Baruah', 'Lepcha', 'Kalita'],
  ],
  [
    ['Pooja', 'Manjunath', 'Deepika', 'Raghavendra', 'Chaitra'],
    ['Hegde', 'Gowda', 'Shetty', 'Kamath', 'Bhat'],
  ],
  [
    ['Joel', 'Subhasmita', 'Marvin', 'Smruti', 'Ruth'],
    ['Fernandes', 'Mohanty', 'D’Souza', 'Panda', 'Minz'],
  ],
]

const plain = (text: string) => text.toLowerCase().replace(/[^a-z]+/g, '')

export interface StudentFields {
  name: string
  email: string
  idNumber: string
  batch: string
  branch: string
  section: string
}

/** A student after enrolment. */
export interface SeededStudent {
  actor: Actor
  fields: StudentFields
}

/** A college with all its people. */
export interface Enrolled {
  college: SeedCollege
  collegeAdmin: Actor
  everybody: SeededStudent[]
}

/** The two batches enrolled in a year, named by their year of graduation. */
export const batchesOf = (year: number): [elder: string, younger: string] => [`${year + 1}`, `${year + 2}`]

/** All combinations of names without duplicates: first names with the family names beside them, then shifted by one. */
const people = Array.from({ length: 5 }, (_, shift) =>
  Array.from({ length: 5 }, (_, round) =>
    names.map(([first, family]) => ({ first: first[round] ?? '', family: family[(round + shift) % 5] ?? '' })),
  ),
).flat(2)

/**
 * Creates a college's students, spread evenly over its groups, with roll numbers in alphabetical order. The first
 * student of the first college gets the printed sign-in.
 */
export function students(college: SeedCollege, batches: readonly string[]): StudentFields[] {
  const groups = batches.flatMap((batch) =>
    college.branches.flatMap((branch) => sections.map((section) => ({ batch, branch, section }))),
  )
  const start = college.firstName
  const own = people.slice(start, start + college.students)
  const [first] = people
  const fields = groups.flatMap((group, number) =>
    own
      // Each round starts one group later, so that the names of a region do not all fall into one group.
      .filter((_, index) => (index + Math.floor(index / groups.length)) % groups.length === number)
      .sort((a, b) => a.first.localeCompare(b.first, 'en') || a.family.localeCompare(b.family, 'en'))
      .map((person, index) => ({
        ...group,
        name: `${person.first} ${person.family}`,
        email:
          college.email === signIns.collegeAdmin && person === first
            ? signIns.student
            : `${plain(person.first)}.${plain(person.family)}@${college.domain}`,
        idNumber: `${group.batch.slice(2)}${group.branch}${group.section}${String(index + 1).padStart(2, '0')}`,
      })),
  )
  return fields.sort((a, b) => Number(b.email === signIns.student) - Number(a.email === signIns.student))
}
