import type { Locator, Page } from '@playwright/test'
import { ExamRoom } from '../pages/exam-room.ts'
import { expect, test } from './gallery.ts'

test.use({ demoName: 'geometry' })

/** Counts the labelled checkboxes, radios and switches, and lists the labels that are not beside their box. */
const labelsOf = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox], input[type=radio]')]
    const labelled = boxes.flatMap((input) => {
      const label = [...(input.labels ?? [])].find(({ textContent }) => textContent?.trim())
      if (!label?.checkVisibility()) return []
      // A switch hides its input and draws a track instead.
      const box = (input.parentElement?.querySelector('[class*=Switch-track]') ?? input).getBoundingClientRect()
      const words = document.createTreeWalker(label, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      range.selectNodeContents(words.nextNode() ?? label)
      const text = range.getBoundingClientRect()
      const isBeside = text.left >= box.right && text.top < box.bottom && text.bottom > box.top
      return [{ name: label.textContent, isBeside }]
    })
    return { count: labelled.length, displaced: labelled.filter(({ isBeside }) => !isBeside).map(({ name }) => name) }
  })

const styleOf = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

test('every checkbox, radio and switch has its label beside it', async ({ visit }) => {
  const visitor = await visit(null)
  await visitor.open('/login')
  await expect(visitor.page.getByRole('checkbox')).toHaveCount(1)
  expect(await labelsOf(visitor.page)).toEqual({ count: 1, displaced: [] })

  const owner = await visit('masterAdmin')
  await owner.open('/coding-questions/new')
  await owner.page.getByRole('switch').first().waitFor()
  const ofProblem = await labelsOf(owner.page)
  // Eight languages, and the sample checkbox.
  expect(ofProblem.count).toBeGreaterThanOrEqual(9)
  expect(ofProblem.displaced).toEqual([])
  await owner.open('/integrations')
  await owner.page.getByRole('button', { name: 'Create token' }).click()
  await owner.page.getByRole('radio').first().waitFor()
  expect(await labelsOf(owner.page)).toEqual({ count: 2, displaced: [] })

  const student = await visit('student')
  await student.open('/my-tests?search=Programming')
  await student.page.getByRole('link', { name: 'Start Test' }).first().click()
  await student.page.getByRole('checkbox').waitFor()
  expect(await labelsOf(student.page)).toEqual({ count: 1, displaced: [] })
})

test('all Mantine rules are in their own layer, below the rules of the screens', async ({ visit }) => {
  const { page, open } = await visit('collegeAdmin')
  await open('/create-notification')
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
  const { order, loose } = await page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    // The build may omit a layer statement if the blocks already imply its order.
    const layers = rules.flatMap((rule) => {
      if (rule instanceof CSSLayerStatementRule) return [...rule.nameList]
      return rule instanceof CSSLayerBlockRule ? [rule.name] : []
    })
    const own = rules.filter((rule) => rule instanceof CSSStyleRule).map(({ selectorText }) => selectorText)
    return { order: [...new Set(layers)], loose: own.filter((selector) => /\.m_[0-9a-f]{8}/.test(selector)) }
  })
  expect(order).toEqual(['base', 'mantine'])
  expect(loose).toEqual([])
})

test('table headings share one font size and line, and only phones have a Filters button', async ({ visit }) => {
  const { page, open } = await visit('collegeAdmin')
  for (const path of ['/students', '/assigned-tests', '/reports']) {
    await open(path)
    await page.getByRole('columnheader').first().waitFor()
    const heads = await page.evaluate(() =>
      [...document.querySelectorAll('thead')].map((head) => {
        const words = [...head.querySelectorAll('th, th button, th span:not(.visually-hidden)')].flatMap((part) =>
          [...part.childNodes].filter(
            ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
          ),
        )
        const tops = words.map((word) => {
          const range = document.createRange()
          range.selectNodeContents(word)
          return range.getBoundingClientRect().top
        })
        const sizes = words.map(({ parentElement }) => parentElement && getComputedStyle(parentElement).fontSize)
        return { sizes: [...new Set(sizes)], uneven: Math.max(...tops) - Math.min(...tops) }
      }),
    )
    for (const { sizes, uneven } of heads) {
      expect(sizes, path).toHaveLength(1)
      expect(uneven, path).toBeLessThan(0.5)
    }
  }
  await open('/students')
  await page.getByRole('columnheader').first().waitFor()
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeVisible()
})

test('the exam room’s action bar has a border and padding', async ({ visit }) => {
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

/** Counts the lines that a page's filters occupy. */
const filterLines = (page: Page) =>
  page
    .locator('main search')
    .first()
    .evaluate((bar) => {
      const boxes = [...bar.children].map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 0)
      const middles = boxes.map(({ top, height }) => top + height / 2)
      return middles.filter((middle, place) => middles.findIndex((one) => Math.abs(one - middle) < 12) === place).length
    })

test('filters fit on one line at 1440 px', async ({ visit }) => {
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
  const { page, open } = await visit('collegeAdmin')
  await open('/live-board')
  await page.getByRole('table').getByRole('link', { name: 'Open' }).first().click()
  await page.getByRole('button', { name: /^In progress/ }).click()
  await expect.poll(() => filterLines(page), { message: 'live board of a test' }).toBe(1)
})

test('the first column of a list has room for a name at 1440 px', async ({ visit }) => {
  const lists = {
    masterAdmin: ['/tests', '/colleges', '/college-management', '/coding-questions'],
    collegeAdmin: ['/students', '/faculty', '/tests', '/assigned-tests', '/reports', '/live-board'],
    faculty: ['/tests', '/test-reports', '/student-reports', '/reports'],
    student: ['/reports', '/practice-coding'],
  } as const
  for (const [role, paths] of Object.entries(lists) as [keyof typeof lists, readonly string[]][]) {
    const { page, open } = await visit(role)
    for (const path of paths) {
      await open(path)
      const names = page.locator('main table').last().locator('tbody tr > *').filter({ hasText: /\w{3}/ })
      // A page with several lists shows the last one when its data has arrived.
      await expect
        .poll(async () => (await names.first().boundingBox())?.width, { message: `${role} ${path}` })
        .toBeGreaterThanOrEqual(150)
    }
  }
})

test('nothing scrolls sideways at 320 px', async ({ visit }) => {
  const screens = {
    masterAdmin: ['/dashboard', '/stats', '/tests', '/tests/new', '/notification-analytics', '/audit-log'],
    collegeAdmin: ['/dashboard', '/students', '/student-hierarchy', '/assigned-tests', '/reports', '/profile'],
    faculty: ['/test-reports', '/student-reports'],
    student: ['/dashboard', '/my-tests', '/practice-coding', '/performance', '/my-tests?search=Placement'],
  } as const
  const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  for (const [role, paths] of Object.entries(screens) as [keyof typeof screens, readonly string[]][]) {
    const { page, open } = await visit(role)
    await page.setViewportSize({ width: 320, height: 700 })
    for (const path of paths) {
      await open(path)
      await expect(page.locator('main :is(h2, table, li, label):visible').first()).toBeVisible()
      expect(await overflow(page), `${role} ${path}`).toBe(0)
    }
    if (role !== 'student') continue
    await page.getByRole('link', { name: 'View Results' }).first().click()
    await expect(page.getByRole('heading', { name: 'Sections' })).toBeVisible()
    expect(await overflow(page), 'a report with sections').toBe(0)
  }
})

test('a printed chart is redrawn at paper width without scaling its text', async ({ visit }) => {
  const { page, open } = await visit('collegeAdmin')
  // Print as soon as the chart appears, before any animation frame has run.
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  await open('/reports')
  const drawing = page.locator('figure svg.recharts-surface')
  await expect(drawing).toHaveAttribute('width', /^\d{4}/)
  await page.evaluate(() => {
    matchMedia('print').addEventListener('change', ({ matches }) => {
      const svg = document.querySelector('figure svg.recharts-surface')
      if (matches) document.documentElement.dataset.printed = [svg?.clientWidth, svg?.getAttribute('width')].join()
    })
  })
  await page.pdf()
  await expect(page.locator('html')).toHaveAttribute('data-printed', '668,668')
  await expect(drawing).toHaveAttribute('width', /^\d{4}/)
})
