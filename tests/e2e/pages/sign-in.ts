import type { Page } from '@playwright/test'
import { api } from '../../support/process.ts'

/** Signs in with the form and ends on the role's home page. */
export async function signInByForm(page: Page, url: string, email: string, password: string) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((address) => address.pathname !== '/login')
}

/** The sign-in response as stored by the client. */
export interface Session {
  token: string
  user: unknown
}

export async function startSession(url: string, email: string, password: string): Promise<Session> {
  const { status, body } = await api(url, 'POST', '/auth/login', undefined, { email, password })
  if (status !== 200) throw new Error(`${email} cannot sign in: ${JSON.stringify(body)}`)
  return body
}

/** Opens a path with a stored session. */
export async function enter(page: Page, url: string, session: Session, path = '/') {
  // Storage is shared by all pages of the origin, and this is the smallest one.
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('user', JSON.stringify(user))
    localStorage.setItem('token', token)
  }, session)
  await page.goto(`${url}${path}`)
  await page.waitForURL((address) => address.pathname !== '/')
}

/**
 * Signs in without the form, to save time in tests of other screens.
 *
 * @param path the page to open, by default the role's home page
 */
export async function signIn(page: Page, url: string, email: string, password: string, path = '/') {
  await enter(page, url, await startSession(url, email, password), path)
}

/** Adds a virtual authenticator that approves everything. */
export async function addAuthenticator(page: Page) {
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

/** Reads the temporary password and closes the dialog. */
export async function takeTemporaryPassword(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  const shown = dialog.getByText(/^[a-z2-9]{16}$/)
  const password = (await shown.textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  return password
}
