import { aFaculty } from '#tests/factories/forms.ts'
import { type PreparedTest, prepareTest } from './prepared-test.ts'
import type { Product } from './product.ts'

export interface Account {
  email: string
  password: string
}

export interface FourRoles {
  prepared: PreparedTest
  masterAdmin: Account
  collegeAdmin: Account
  faculty: Account
  student: Account
}

/** One person of each role; the three others belong to one college, which has accepted a Practice test. */
export async function prepareRoles(product: Product): Promise<FourRoles> {
  const prepared = await prepareTest(product, { testType: 'Practice', testName: 'Weekly practice' })
  const office = await tokenOf(product, prepared.collegeAdmin)
  const { user, temporaryPassword } = (await product.api('POST', '/college/users', office, aFaculty())).body
  return {
    prepared,
    masterAdmin: prepared.admin,
    collegeAdmin: prepared.collegeAdmin,
    faculty: { email: user.email, password: temporaryPassword },
    student: { email: prepared.email, password: prepared.password },
  }
}

/** Signs in over REST, like another device. */
export const tokenOf = async ({ api }: Product, { email, password }: Account): Promise<string> =>
  (await api('POST', '/auth/login', undefined, { email, password })).body.token
