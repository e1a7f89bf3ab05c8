import { aFaculty } from '#tests/factories/forms.ts'
import type { Product } from './product.ts'
import { prepareSitting, type Sitting } from './sitting.ts'

export interface Account {
  email: string
  password: string
}

export interface FourRoles {
  sitting: Sitting
  masterAdmin: Account
  collegeAdmin: Account
  faculty: Account
  student: Account
}

/** One person of each role; the three others belong to one college, which has accepted a Practice test. */
export async function prepareRoles(product: Product): Promise<FourRoles> {
  const sitting = await prepareSitting(product, { testType: 'Practice', testName: 'Weekly practice' })
  const office = await tokenOf(product, sitting.collegeAdmin)
  const { user, temporaryPassword } = (await product.api('POST', '/college/users', office, aFaculty())).body
  return {
    sitting,
    masterAdmin: sitting.admin,
    collegeAdmin: sitting.collegeAdmin,
    faculty: { email: user.email, password: temporaryPassword },
    student: { email: sitting.email, password: sitting.password },
  }
}

/** Signs in over REST, like another device. */
export const tokenOf = async ({ api }: Product, { email, password }: Account): Promise<string> =>
  (await api('POST', '/auth/login', undefined, { email, password })).body.token
