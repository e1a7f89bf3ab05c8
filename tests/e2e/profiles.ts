import type { Product } from './product.ts'

/** Each role's editable fields with new values and API names, its read-only fields, and rejected values. */
export const profiles = {
  masterAdmin: {
    part: 'Company Information',
    changes: [
      ['Full Name', 'Asha Menon', 'name'],
      ['Phone Number', '+91 98765 43210', 'phoneNumber'],
      ['Company Name', 'Examhall Foundation', 'companyName'],
      ['Company Address', '7 Museum Road, Bengaluru 560001', 'companyAddress'],
    ],
    fixed: [
      ['Email', 'Email cannot be changed'],
      ['Role', 'Role cannot be changed'],
    ],
    refusals: [
      ['Full Name', ' ', 'Name is required'],
      ['Phone Number', '12', 'Please enter a valid phone number'],
    ],
    optional: ['Phone Number', 'Company Name'],
  },
  collegeAdmin: {
    part: 'College Information',
    changes: [
      ['Full Name', 'Ravi Kulkarni', 'name'],
      ['Phone Number', '(020) 2565 1234', 'phoneNumber'],
      ['College Address', '9 River Road, Pune 411004', 'collegeId.address'],
    ],
    fixed: [
      ['Email', 'Email cannot be changed'],
      ['College Code', 'College code cannot be changed'],
    ],
    refusals: [
      ['Full Name', '', 'Name is required'],
      ['College Address', 'Pune', 'Please enter a complete address'],
    ],
    optional: ['Phone Number'],
  },
  faculty: {
    part: 'Academic Information',
    changes: [
      ['Full Name', 'Dr. Leela Nair', 'name'],
      ['Phone Number', '9876543210', 'phoneNumber'],
      ['Branch/Department', 'ECE', 'branch'],
      ['Batch/Year', '2026', 'batch'],
      ['Section', 'B', 'section'],
    ],
    fixed: [
      ['Email', 'Email cannot be changed'],
      ['ID Number', 'ID cannot be changed'],
    ],
    refusals: [['Branch/Department', '', 'Branch is required']],
    optional: ['Phone Number', 'Batch/Year', 'Section'],
  },
  student: {
    part: 'Academic Information',
    changes: [
      ['Full Name', 'Meera Pillai', 'name'],
      ['Phone Number', '98765-43210', 'phoneNumber'],
      ['Branch/Department', 'ECE', 'branch'],
      ['Batch/Year', '2028', 'batch'],
      ['Section', 'C', 'section'],
    ],
    fixed: [
      ['Email', 'Email cannot be changed'],
      ['Roll Number', 'ID cannot be changed'],
    ],
    refusals: [
      ['Branch/Department', '', 'Branch is required'],
      ['Batch/Year', '', 'Batch is required'],
      ['Section', '', 'Section is required'],
    ],
    optional: ['Phone Number'],
  },
} as const

export const roleNames = ['masterAdmin', 'collegeAdmin', 'faculty', 'student'] as const

/** Returns one stored value of the signed-in person. @param path such as `collegeId.address` */
export async function storedOf(product: Product, token: string, path: string): Promise<unknown> {
  const { body } = await product.api('GET', '/auth/me', token)
  return path.split('.').reduce((value, key) => value?.[key], body.user)
}
