import type { Page } from '@playwright/test'

const failures = {
  403: { message: 'Access denied. You do not have permission to access this resource.', code: -32003, is: 'FORBIDDEN' },
  409: { message: 'The database is being moved', code: -32009, is: 'CONFLICT' },
} as const

/** Makes a procedure fail. @returns a function that lets it succeed again */
export async function failing(page: Page, procedure: string, status: keyof typeof failures) {
  const { is, ...fields } = failures[status]
  const error = { ...fields, data: { domainCode: is } }
  const calls = `**/trpc/*${procedure}*`
  await page.route(calls, (route) =>
    route.fulfill({ status, json: new URL(route.request().url()).pathname.split(',').map(() => ({ error })) }),
  )
  return () => page.unroute(calls)
}
