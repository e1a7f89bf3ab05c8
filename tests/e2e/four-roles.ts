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

/** Prepares one person per role. All but the master admin belong to a college that has accepted a practice test. */
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

/** Signs in over REST, as another device would. */
export const tokenOf = async ({ api }: Product, { email, password }: Account): Promise<string> =>
  (await api('POST', '/auth/login', undefined, { email, password })).body.token
