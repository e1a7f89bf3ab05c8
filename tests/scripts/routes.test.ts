import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listRoutes, routesTable } from '../../scripts/routes/table.ts'

const routes = listRoutes()
const documented = routes.filter(({ path }) => path !== undefined)

it('has one procedure per method and path', () => {
  // Parameters are matched by position, not by name.
  const keys = documented.map(({ method, path }) => `${method} ${path?.replace(/\{\w+\}/g, '{}')}`)
  expect(keys.length).toBeGreaterThan(0)
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})

it('shows the roles of every procedure', () => {
  expect(routes.filter(({ roles }) => roles === undefined || roles.length === 0)).toEqual([])
})

it('shows dashes for a missing path, and undeclared roles in capitals', () => {
  const table = routesTable([
    { method: 'GET', path: '/api/auth/me', procedure: 'auth.me', roles: ['student', 'faculty'] },
    { method: undefined, path: undefined, procedure: 'tests.draft', roles: undefined },
  ])
  expect(table.split('\n')).toEqual([
    'METHOD  PATH          PROCEDURE    ROLES',
    'GET     /api/auth/me  auth.me      student, faculty',
    '-       -             tests.draft  NOT DECLARED',
  ])
})

it('prints every documented path', () => {
  const script = join(import.meta.dirname, '../../scripts/routes.ts')
  const lines = execFileSync(process.execPath, [script], { encoding: 'utf8' }).trim().split('\n')
  expect(lines).toHaveLength(routes.length + 1)
  expect(lines).toContainEqual(expect.stringMatching(/^POST +\/api\/auth\/login +auth\.login +public$/))
})
