import type { Actor } from '#server/platform/platform.ts'
import { signIns } from './sign-ins.ts'

const domain = 'meghdoot.example'

export const college = {
  name: 'Meghdoot Institute of Technology',
  code: 'MEGHIT',
  email: signIns.collegeAdmin,
  address: '14 Banyan Avenue, Hill Campus, Nashik 422009, Maharashtra',
}

export const branches = ['CSE', 'ECE'] as const
export const sections = ['A', 'B'] as const

export const faculty = [
  { name: 'Dr. Anjali Deshpande', email: signIns.faculty, idNumber: 'FAC-011', branch: 'CSE' },
  { name: 'Prof. Thomas Kurian', email: `thomas.kurian@${domain}`, idNumber: 'FAC-024', branch: 'CSE' },
  { name: 'Dr. Nasreen Siddiqui', email: `nasreen.siddiqui@${domain}`, idNumber: 'FAC-037', branch: 'ECE' },
]

/** Names that go together, by where their bearers come from: first names, then family names. */
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

/** A student as enrolled. */
export interface SeededStudent {
  actor: Actor
  fields: StudentFields
}

/** The two batches of a given year, named for the year of their graduation: the next one and the one after it. */
export const batchesOf = (year: number): [elder: string, younger: string] => [`${year + 1}`, `${year + 2}`]

/** All 60, spread over the eight groups; each group's roll numbers follow the alphabet. The first is the demo's own. */
export function students(batches: readonly string[]): StudentFields[] {
  const groups = batches.flatMap((batch) =>
    branches.flatMap((branch) => sections.map((section) => ({ batch, branch, section }))),
  )
  const people = Array.from({ length: 5 }, (_, round) =>
    names.map(([first, family]) => ({ first: first[round] ?? '', family: family[round] ?? '' })),
  ).flat()
  const [own] = people
  const fields = groups.flatMap((group, number) =>
    people
      // Each round of eight begins one group further, so that names of one kind do not gather in one group.
      .filter((_, index) => (index + Math.floor(index / groups.length)) % groups.length === number)
      .sort((a, b) => a.first.localeCompare(b.first, 'en'))
      .map((person, index) => ({
        ...group,
        name: `${person.first} ${person.family}`,
        email: person === own ? signIns.student : `${plain(person.first)}.${plain(person.family)}@${domain}`,
        idNumber: `${group.batch.slice(2)}${group.branch}${group.section}${String(index + 1).padStart(2, '0')}`,
      })),
  )
  return fields.sort((a, b) => Number(b.email === signIns.student) - Number(a.email === signIns.student))
}
