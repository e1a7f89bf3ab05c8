import type { Page } from '@playwright/test'
import { api } from '../../support/process.ts'

/** Opens the product and signs in; ends on the role's first page. */
export async function signInByForm(page: Page, url: string, email: string, password: string) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((address) => address.pathname !== '/login')
}

/** The sign-in answer, as the client stores it. */
export interface Session {
  token: string
  user: unknown
}

export async function startSession(url: string, email: string, password: string): Promise<Session> {
  const { status, body } = await api(url, 'POST', '/auth/login', undefined, { email, password })
  if (status !== 200) throw new Error(`${email} is not let in: ${JSON.stringify(body)}`)
  return body
}

/** Opens a path as somebody who is signed in. */
export async function enter(page: Page, url: string, session: Session, path = '/') {
  // Storage is the origin's, and this is its lightest page.
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('user', JSON.stringify(user))
    localStorage.setItem('token', token)
  }, session)
  await page.goto(`${url}${path}`)
  await page.waitForURL((address) => address.pathname !== '/')
}

/**
 * As the form does, without its seconds: whoever tests something behind it need not see it each time.
 *
 * @param path what to open then; without one, the role's first page
 */
export async function signIn(page: Page, url: string, email: string, password: string, path = '/') {
  await enter(page, url, await startSession(url, email, password), path)
}

/** A device that has the browser's passkeys and says yes to everything. */
export async function plugInAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devTools, authenticatorId }
}

/** Reads the temporary password that is shown once, and closes the dialog. */
export async function takeTemporaryPassword(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  const shown = dialog.getByText(/^[a-z2-9]{16}$/)
  const password = (await shown.textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  return password
}
