/** Every page in both themes and widths, for who may do everything and for who may only look. `npm run test:browser` */
import type { Browser } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PAGE_POLICY, type Tokens, tokensPage } from '../../api/rest/identity/sso/browser-page.ts'
import { findChromium } from './find-chromium.ts'
import { PAGES } from './pages.ts'
import { useConsole } from './use-console.ts'
import { type Account, Visitor } from './visitor.ts'
import { HOSTILE, TENANT, type World } from './world.ts'

/** A person may ask 100 times a minute: so many pages are opened by one before the next person goes on. */
const PAGES_OF_ONE = 12
/** Pages that one person opens. A test of each: a fault is reported as soon as its part has ended. */
const PARTS = Array.from({ length: Math.ceil(PAGES.length / PAGES_OF_ONE) }, (_, at) => {
  const pages = PAGES.slice(at * PAGES_OF_ONE, (at + 1) * PAGES_OF_ONE)
  return { at, pages, from: pages[0]?.[0], to: pages.at(-1)?.[0] }
})
/** A part, also where a browser has little of the machine. */
const PART_MS = PAGES_OF_ONE * 60_000
const WIDTHS = [1280, 390] as const
/** The element that reaches furthest to the right, which a person who mends the page looks for first. */
const WIDEST = `[...document.body.querySelectorAll('*')]
  .map((one) => [one.getBoundingClientRect().right, one.tagName + '.' + one.className + ' ' + (one.ariaLabel ?? '')])
  .sort(([a], [b]) => b - a)[0]?.join(' ')`
/** Answers about things that are not there: a tenant of no organisation, a rule and a baseline that nobody made. */
const NOT_THERE = /status of 404 .*\/api\/v1\/(?:organisation|rules\/hostile|ueba\/entities\/[^/]+)$/

/** Links whose question is none, which the page says in words. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  '/search?hours=never&query=4625&language=kql': /status of 422 .*\/api\/v1\/events\/search$/,
}

describe.skipIf(findChromium() === null)('pages of the console', () => {
  let world: World
  let browser: Browser
  const colleagues: readonly Account[] = Array.from(
    { length: Math.ceil(PAGES.length / PAGES_OF_ONE) - 1 },
    (_, at) => ({ email: `admin${at + 2}@${TENANT}.example`, password: 'a quiet grey harbour at 5' }),
  )
  const viewer: Account = { email: `viewer@${TENANT}.example`, password: 'a quiet grey harbour at 5' }

  useConsole(async (opened) => {
    ;({ world, browser } = opened)
    for (const title of HOSTILE)
      await world.post('/alerts', {
        title,
        severity: 'high',
        rule_id: 'hostile',
        affected_hosts: ['ws1', title.slice(0, 60)],
      })
    await world.post('/cases', { title: HOSTILE[0], severity: 'high' })
    await world.post('/actions', { action_type: 'block_ip', target: '203.0.113.9', rationale: HOSTILE[1] })
    await world.post('/playbooks/remind-of-open-alert/execute', { dry_run: true })
    await world.post('/connectors', {
      ...{ name: HOSTILE[0], type: 'splunk', auth_config: { token: 'never shown' }, poll_interval_seconds: 86_400 },
      connector_config: { base_url: 'https://siem.invalid:8089' },
    })
    await world.post('/phishing/submit', {
      artifact_kind: 'email',
      raw_content: `From: "${HOSTILE[0]}" <a@b.example>\r\nSubject: x\r\n\r\nhttp://192.0.2.1/`,
    })
    await world.post('/hunts/logs-cleared/runs', {})
    await world.post('/users', { ...viewer, username: 'viewer', role: 'viewer' })
    for (const one of colleagues)
      await world.post('/users', { ...one, username: one.email.split('@')[0], role: 'tenant_admin' })
  })

  /** Looks with a visitor of its own; `faults` are those of the pages, to which the browser's complaints are added. */
  async function visit(who: Account, look: (visitor: Visitor, faults: unknown[]) => Promise<void>): Promise<unknown[]> {
    const faults: unknown[] = []
    const visitor = await Visitor.open(browser, world.instance)
    await visitor.signIn(who)
    await visitor.useTheme('dark')
    await look(visitor, faults)
    faults.push(...visitor.complaints.filter((one) => !NOT_THERE.test(one)))
    await visitor.leave()
    return faults
  }

  test.each(PARTS)(
    'from $from to $to all are accessible and quiet in both themes and widths',
    async ({ at, pages }) => {
      const who = [world.admin, ...colleagues][at] as Account
      const faults = await visit(who, async (visitor, found) => {
        for (const [path, heading] of pages) {
          // One page that does not settle hides none of the faults of the others.
          await settled(visitor, path, heading).then(
            async () => found.push(...(await faultsOf(visitor, path))),
            (error: unknown) => found.push(`${path} does not settle: ${String(error).slice(0, 300)}`),
          )
          const complaints = visitor.complaints.splice(0).filter((one) => !REFUSED[path]?.test(one))
          found.push(...complaints.filter((one) => !NOT_THERE.test(one)).map((one) => `${path}: ${one}`))
        }
      })
      expect(faults).toEqual([])
    },
    PART_MS,
  )

  test(
    'records are accessible and quiet in both themes and widths',
    async () => {
      const found = await visit(world.admin, async (visitor, faults) => {
        const { page } = visitor
        const opened = async (list: string, record: string, open: () => Promise<void>, shown: () => Promise<void>) => {
          await visitor.goto(list)
          await open()
          await shown()
          faults.push(...(await faultsOf(visitor, record)))
        }
        const first = () => page.getByRole('table').getByRole('link').first().click()
        await opened(
          '/alerts',
          'an alert',
          () => page.getByRole('link', { name: HOSTILE[0] }).first().click(),
          async () => {
            await page.getByRole('heading', { name: 'Similar alerts' }).waitFor()
            await page.getByRole('list', { name: 'Alerts that share it' }).waitFor()
          },
        )
        const heading = (name: string) => () => page.getByRole('heading', { name }).waitFor()
        await opened('/cases', 'a case', first, heading('Timeline'))
        const poll = () => page.getByRole('button', { name: 'Poll now' }).waitFor()
        await opened('/connectors', 'a connector', first, poll)
        const text = () => page.getByRole('textbox', { name: 'Rule text' }).waitFor()
        await opened('/detections', 'a rule', first, text)
      })
      expect(found).toEqual([])
    },
    PART_MS,
  )

  test('a user who may only read is offered nothing else', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(viewer)
    const offered = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()
    expect(offered).toEqual([
      'Overview',
      'Alerts',
      'Cases',
      'SLA',
      'On call',
      'Response',
      'Phishing',
      'Entities',
      'Intel',
      // Everybody may take part in exercises.
      'Purple team',
      'Honeytokens',
      'Metrics',
      'Usage',
      'Reports',
      'Compliance',
      'Organisation',
      'Settings',
    ])
    await visitor.goto('/alerts')
    await page.getByRole('cell').getByRole('link').first().click()
    await page.getByRole('heading', { name: 'What happened' }).waitFor()
    expect(await page.getByRole('button', { name: 'Verdict' }).count()).toBe(0)
    expect(visitor.complaints).toEqual([])
    await visitor.goto('/audit')
    await page.getByText('Not permitted').waitFor()
    await visitor.leave()
  })

  test('a sign-in through a provider ends in the console of the tab that began it, and in no other', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    const { email, password } = world.admin
    const login = await page.request.post(`${world.instance.file().consoleUrl}/api/v1/auth/login`, {
      data: { email, password },
    })
    const tokens = (await login.json()) as Tokens
    const state = 'a-state-of-43-characters'
    // The provider and our door: the page is the one that the API makes.
    await page.route('**/auth/oidc/login', (route) =>
      route.fulfill({
        json: {
          redirect_url: `${world.instance.file().consoleUrl}/api/v1/auth/oidc/callback?state=${state}`,
          expires_in: 60,
        },
      }),
    )
    await page.route('**/auth/oidc/callback**', (route) =>
      route.fulfill({
        body: tokensPage(tokens, state),
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY },
      }),
    )
    await page.goto(`${world.instance.file().consoleUrl}/api/v1/auth/oidc/callback?state=${state}`)
    await page.getByLabel('Email').waitFor()
    await page.goto(`${world.instance.file().consoleUrl}/?sso=oidc:${crypto.randomUUID()}`)
    await page.getByRole('button', { name: 'Sign in with your organisation' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('a session that ends leaves the page as it is, and continues after the password', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(world.admin)
    await visitor.goto('/settings')
    await page.getByRole('heading', { name: 'Password' }).waitFor()
    await page.getByLabel('New password').fill('half a sentence that is not lost')
    const stored = JSON.stringify({ access: 'gone', refresh: 'gone' })
    await page.evaluate(`sessionStorage.setItem('svc.session', '${stored}')`)
    await page.route('**/api/v1/**', (route) =>
      route.request().url().endsWith('/auth/login') ? route.continue() : route.fulfill({ status: 401, json: {} }),
    )
    await page.getByRole('tab', { name: 'Account' }).focus()
    await page.getByRole('link', { name: 'Alerts', exact: true }).hover()
    await page.getByLabel('Current password').fill('whatever it was')
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    await page.unroute('**/api/v1/**')
    await dialog.getByLabel('Password', { exact: true }).fill(world.admin.password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('New password').inputValue()).toBe('half a sentence that is not lost')
    await visitor.leave()
  })
})

async function settled(visitor: Visitor, path: string, heading: string): Promise<void> {
  const { page } = visitor
  await visitor.goto(path)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' })
}

/** Faults of the open page in each width and theme. It is asked for once: neither changes what it reads. */
async function faultsOf(visitor: Visitor, where: string): Promise<string[]> {
  const faults: string[] = []
  for (const width of WIDTHS) {
    await visitor.page.setViewportSize({ width, height: 800 })
    await visitor.settle()
    const at = `${where} at ${width}`
    const fits = visitor.page.waitForFunction('document.documentElement.scrollWidth <= innerWidth', undefined, {
      timeout: 3_000,
    })
    await fits.catch(async () => faults.push(`${at} is wider than the window: ${await visitor.page.evaluate(WIDEST)}`))
    faults.push(...(await visitor.accessFaults()).map((fault) => `${at}, dark: ${fault}`))
    await visitor.showTheme('light')
    faults.push(...(await visitor.contrastFaults()).map((fault) => `${at}, light: ${fault}`))
    await visitor.showTheme('dark')
  }
  await visitor.page.setViewportSize({ width: WIDTHS[0], height: 800 })
  return faults
}
