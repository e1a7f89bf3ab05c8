import { signIns } from './sign-ins.ts'

export interface SeedCollege {
  name: string
  code: string
  /** Email of its admin. */
  email: string
  address: string
  /** Email domain of its people. */
  domain: string
  branches: readonly string[]
  /** Days before the demo was loaded. */
  joinedDaysAgo: number
  /** Minutes between enrolments, so that the growth chart is a curve. */
  enrolEvery: number
  students: number
  /** Index of its first student in the list of names. */
  firstName: number
  faculty: readonly { name: string; email: string; idNumber: string; branch: string }[]
}

const meghdoot: SeedCollege = {
  name: 'Meghdoot Institute of Technology',
  code: 'MEGHIT',
  email: signIns.collegeAdmin,
  address: '14 Banyan Avenue, Hill Campus, Nashik 422009, Maharashtra',
  domain: 'meghdoot.example',
  branches: ['CSE', 'ECE'],
  joinedDaysAgo: 60,
  enrolEvery: 1,
  students: 240,
  firstName: 0,
  faculty: [
    { name: 'Dr. Anjali Deshpande', email: signIns.faculty, idNumber: 'FAC-011', branch: 'CSE' },
    { name: 'Prof. Thomas Kurian', email: 'thomas.kurian@meghdoot.example', idNumber: 'FAC-024', branch: 'CSE' },
    { name: 'Dr. Nasreen Siddiqui', email: 'nasreen.siddiqui@meghdoot.example', idNumber: 'FAC-037', branch: 'ECE' },
  ],
}

const aranya: SeedCollege = {
  name: 'Aranya Valley Institute of Science',
  code: 'ARANYA',
  email: 'office@aranya.example',
  address: '7 Cardamom Road, Lakeside Campus, Wayanad 673121, Kerala',
  domain: 'aranya.example',
  branches: ['CSE', 'IT'],
  joinedDaysAgo: 24,
  enrolEvery: 45,
  students: 160,
  firstName: 100,
  faculty: [
    { name: 'Dr. Leela Panicker', email: 'leela.panicker@aranya.example', idNumber: 'AV-04', branch: 'CSE' },
    { name: 'Prof. Harish Kamath', email: 'harish.kamath@aranya.example', idNumber: 'AV-09', branch: 'IT' },
  ],
}

const sagarika: SeedCollege = {
  name: 'Sagarika College of Engineering',
  code: 'SAGAR',
  email: 'office@sagarika.example',
  address: '22 Casuarina Road, Harbour Campus, Gopalpur 761002, Odisha',
  domain: 'sagarika.example',
  branches: ['CSE', 'MECH'],
  joinedDaysAgo: 14,
  enrolEvery: 70,
  students: 120,
  firstName: 40,
  faculty: [{ name: 'Dr. Sasmita Panda', email: 'sasmita.panda@sagarika.example', idNumber: 'SC-102', branch: 'CSE' }],
}

const deodar: SeedCollege = {
  name: 'Deodar Hills Polytechnic',
  code: 'DEODAR',
  email: 'office@deodar.example',
  address: '3 Cedar Ridge, Upper Campus, Solan 173212, Himachal Pradesh',
  domain: 'deodar.example',
  branches: ['CSE', 'CIVIL'],
  joinedDaysAgo: 6,
  enrolEvery: 60,
  students: 80,
  firstName: 200,
  faculty: [{ name: 'Prof. Tenzin Negi', email: 'tenzin.negi@deodar.example', idNumber: 'DH-7', branch: 'CIVIL' }],
}

/** The demo's colleges in order of joining. The printed sign-ins belong to the first. */
export const colleges: readonly SeedCollege[] = [meghdoot, aranya, sagarika, deodar]
