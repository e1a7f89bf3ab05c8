import type { Locator, Page } from '@playwright/test'
import { ExamRoom } from '../pages/exam-room.ts'
import { expect, test } from './gallery.ts'

/** The boxes of a page's checkboxes, radios and switches whose label is not beside them in the same row. */
const displacedLabels = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Checkbox-body, .mantine-Radio-body, .mantine-Switch-body')].flatMap(
      (body) => {
        const box = body.querySelector(
          'input[type=checkbox]:not([class*=Switch]), input[type=radio], .mantine-Switch-track',
        )
        const label = body.querySelector('label[class*=label]')
        if (!box || !label?.textContent) return []
        const [one, other] = [box.getBoundingClientRect(), label.getBoundingClientRect()]
        const isBeside = other.left >= one.right && other.top < one.bottom && other.bottom > one.top
        return isBeside ? [] : [label.textContent]
      },
    ),
  )

const styleOf = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

test('every checkbox and switch has its label beside it', async ({ visit }) => {
  const visitor = await visit(null)
  await visitor.open('/login')
  await expect(visitor.page.getByRole('checkbox')).toHaveCount(1)
  expect(await displacedLabels(visitor.page)).toEqual([])
  const owner = await visit('masterAdmin')
  await owner.open('/tests/new')
  await owner.page.getByRole('switch').first().waitFor()
  expect(await displacedLabels(owner.page)).toEqual([])
})

test('the headings of a table have one font size, and only a phone has a Filters button', async ({ visit }) => {
  const { page, open } = await visit('collegeAdmin')
  for (const path of ['/students', '/assigned-tests', '/reports']) {
    await open(path)
    await page.getByRole('columnheader').first().waitFor()
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll('thead')].map((head) => [
        ...new Set(
          [...head.querySelectorAll('th, th button, th span')]
            .filter((part) =>
              [...part.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()),
            )
            .map((part) => getComputedStyle(part).fontSize),
        ),
      ]),
    )
    for (const size of sizes) expect(size, path).toHaveLength(1)
  }
  await open('/students')
  await page.getByRole('columnheader').first().waitFor()
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeVisible()
})

test('the exam room’s action bar has its border and its room', async ({ visit }) => {
  const { page, open } = await visit('student')
  await open('/my-tests?search=Workplace')
  await page.getByRole('link', { name: 'Start Practice' }).first().click()
  const room = new ExamRoom(page)
  await room.start()
  const next = page.getByRole('button', { name: 'Next', exact: true })
  const bar = page.getByRole('navigation', { name: 'Question' })
  expect(Number.parseFloat(await styleOf(bar, 'border-top-width'))).toBeGreaterThan(0)
  const [inner, outer] = [await next.boundingBox(), await bar.boundingBox()]
  if (!inner || !outer) throw new Error('The action bar is not on the page')
  expect(inner.y - outer.y).toBeGreaterThanOrEqual(8)
  expect(outer.y + outer.height - inner.y - inner.height).toBeGreaterThanOrEqual(8)
  for (const side of ['left', 'right'])
    expect(Number.parseFloat(await styleOf(next, `padding-${side}`)), side).toBeGreaterThanOrEqual(8)
  await expect(next).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
})

/** How many lines the filters of a page take. */
const filterLines = (page: Page) =>
  page
    .locator('main search')
    .first()
    .evaluate((bar) => {
      const boxes = [...bar.children].map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 0)
      const middles = boxes.map(({ top, height }) => top + height / 2)
      return middles.filter((middle, place) => middles.findIndex((one) => Math.abs(one - middle) < 12) === place).length
    })

test('filters stay on one line at 1440 px', async ({ visit }) => {
  const lists = {
    masterAdmin: [
      '/tests?type=Practice',
      '/coding-questions?difficulty=Easy',
      '/audit-log?from=2026-02-01&to=2026-02-02',
    ],
    collegeAdmin: [
      '/assigned-tests?status=accepted',
      '/tests?status=accepted',
      '/reports?from=2026-02-01&to=2026-02-02',
    ],
    faculty: ['/test-reports?type=Practice', '/student-reports', '/notifications?filter=read'],
    student: ['/my-tests?status=available', '/reports'],
  } as const
  for (const [role, paths] of Object.entries(lists) as [keyof typeof lists, readonly string[]][]) {
    const { page, open } = await visit(role)
    for (const path of paths) {
      await open(path)
      await expect.poll(() => filterLines(page), { message: path }).toBe(1)
    }
  }
})
