import type { Page } from '@playwright/test'
import type { Product } from '../product.ts'
import { signIn } from './sign-in.ts'

export const testCards = (page: Page) => page.getByRole('article')

/** Signs the master admin in and opens Test Management in card view. @param search such as `?type=Practice` */
export async function openTests(page: Page, { url }: Product, search = '') {
  await signIn(page, url, 'admin@localhost', 'first-password', `/tests${search}`)
  await page.getByTitle('Cards', { exact: true }).click()
}
