/** People at the console with the keyboard alone. `npm run test:browser` */
import type { Browser, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startSearchJob } from '../../control/soc/searches/index.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openPostgres, withTenant } from '../../stores/postgres/pool.ts'
import { findChromium } from './find-chromium.ts'
import { useConsole } from './use-console.ts'
import { type Account, Visitor } from './visitor.ts'
import { TENANT, type World } from './world.ts'

const TABS_MAX = 120
const HUNTER: Account = { email: `hugo@${TENANT}.example`, password: 'a quiet grey harbour at 5' }
const ANALYST: Account = { email: `ana@${TENANT}.example`, password: 'a quiet grey harbour at 5' }
/** A whole journey, also where a browser has little of the machine. */
const JOURNEY_MS = 600_000

describe.skipIf(findChromium() === null)('by keyboard alone', () => {
  let world: World
  let browser: Browser

  useConsole(async (opened) => {
    ;({ world, browser } = opened)
    const ana = await world.post('/users', { ...ANALYST, username: 'ana', role: 'soc_analyst' })
    await world.post('/cases', { title: 'Beacons of ws9', severity: 'high', assignee_id: ana.id })
    await world.post('/users', { ...HUNTER, username: 'hugo', role: 'threat_hunter' })
    await pushLogons(world)
    for (const [n, host] of ['ws1', 'ws2', 'ws3'].entries())
      await world.post('/alerts', {
        title: `Nightly scan of ${host}`,
        severity: 'high',
        rule_id: 'scan',
        affected_hosts: [host],
        raw_event: { class_uid: 4001, message: `port scan ${n}`, src_endpoint: { ip: '10.0.0.7' } },
      })
    await world.post('/alerts', { title: 'Beacon to a new domain', severity: 'critical', affected_hosts: ['ws9'] })
  })

  test(
    'an analyst works the queue: alert, event, verdict on similar alerts, undo, next, and back to the same place',
    async () => {
      const visitor = await Visitor.open(browser, world.instance)
      const { page } = visitor
      await visitor.signIn(ANALYST)
      await go(page, 'alerts', 'Alerts')
      const at = (title: string) => page.locator('[data-at="true"]', { hasText: title }).waitFor()
      await page.getByRole('cell', { name: 'Nightly scan of ws1' }).waitFor()
      await at('Beacon to a new domain')
      await page.keyboard.press('j')
      await at('Nightly scan of ws3')
      await page.keyboard.press('Enter')
      const pane = page.getByRole('region', { name: 'The alert beside the queue' })
      await pane.getByRole('heading', { name: 'Nightly scan of ws3' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Nightly scan of ws3', level: 1 }).waitFor()
      await page.keyboard.press('c')
      await page.getByText('Assigned to you').waitFor()
      await page.keyboard.press('v')
      const dialog = page.getByRole('dialog', { name: 'Verdict' })
      await dialog.waitFor()
      await page.keyboard.type('False')
      await tabTo(page, 'Because')
      await page.keyboard.type('Known scanner')
      await tabTo(page, 'Reason')
      await page.keyboard.type('the nightly scan of the network team')
      await tabTo(page, 'Give verdict')
      await page.keyboard.press('Enter')
      const alike = page.getByRole('dialog', { name: /of its kind and without this verdict/ })
      await alike.getByText('Nightly scan of ws1').waitFor()
      expect(await visitor.accessFaults()).toEqual([])
      await tabTo(page, 'Same verdict for 2')
      await page.keyboard.press('Enter')
      await page.getByText('Verdict set on 3 alerts').waitFor()
      await page.keyboard.press('u')
      await page.getByText('3 have the verdict they had before').waitFor()
      await page.keyboard.press('j')
      await page.getByRole('heading', { name: 'Nightly scan of ws2', level: 1 }).waitFor()
      await page.keyboard.press('o')
      await at('Nightly scan of ws2')
      expect(visitor.complaints).toEqual([])
      await visitor.leave()
    },
    JOURNEY_MS,
  )

  test('a page that a link of the navigation opened has the keys, and opened notifications are no longer new', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(ANALYST)
    await page.getByRole('button', { name: 'Notifications, 1 new' }).focus()
    await page.keyboard.press('Enter')
    const list = page.getByRole('dialog', { name: 'Notifications' })
    await list.getByRole('link', { name: /Beacons of ws9/ }).waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-at="true"]').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'The alert beside the queue' }).waitFor()
    await page.goto(`${page.url().split('/alerts')[0]}/sla?tab=handover`)
    await page.getByRole('button', { name: 'Hand over' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      `document.activeElement?.closest('.mantine-InputWrapper-root')?.textContent?.startsWith('Hand over to')`,
    )
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test(
    'a hunter filters by time and facet, searches in KQL, saves the search, and makes a hunt and a rule of it',
    async () => {
      const visitor = await Visitor.open(browser, world.instance)
      const { page } = visitor
      await visitor.signIn(HUNTER)
      await go(page, 'search', 'Search')
      await tabTo(page, /^Time: /)
      await page.keyboard.press('Enter')
      await tabTo(page, /hour/)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^Filter for host WS1/i }).waitFor({ timeout: 60_000 })
      await tabTo(page, /^Filter for host WS1/i)
      await page.keyboard.press('Enter')
      const query = page.getByRole('textbox', { name: 'Query' })
      await page.waitForFunction(`/ws1/i.test(document.querySelector('textarea[name=query]').value)`)
      await tabTo(page, /^Search$/, 'Shift+Tab')
      await page.keyboard.press('ArrowRight')
      await tabTo(page, /^Query$/, 'Shift+Tab')
      await page.keyboard.press('Control+a')
      await page.keyboard.type('SecurityEvent | summarize n = count() by Computer | render barchart')
      await page.keyboard.press('Enter')
      // The first KQL query of a process waits for its thread, whose libraries are seconds of a whole core.
      await page.getByRole('list', { name: 'n' }).getByText('WS1').waitFor({ timeout: 120_000 })
      await page.getByRole('region', { name: 'Rows' }).waitFor()
      expect(await visitor.accessFaults()).toEqual([])
      await tabTo(page, /^Saved searches/, 'Shift+Tab')
      await choose(page, 'Save this search …')
      await page.getByRole('dialog', { name: 'Save this search' }).waitFor()
      await page.keyboard.type('Logons by host')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Saved searches (1)' }).waitFor()
      await tabTo(page, /^Create$/)
      await choose(page, 'A hunt …')
      await page.getByRole('heading', { name: 'Hunts', level: 1 }).waitFor()
      await page
        .getByRole('dialog')
        .getByText(/summarize/)
        .waitFor()
      await page.goBack()
      await query.waitFor()
      await tabTo(page, /^Create$/)
      await choose(page, 'A rule …')
      await page.getByRole('heading', { name: 'New rule', level: 1 }).waitFor()
      // The API refuses the words of the search as KQL, and the summary as a rule, and the pages say so.
      expect(visitor.complaints.filter((text) => !/status of 4(13|22)/.test(text))).toEqual([])
      await visitor.leave()
    },
    JOURNEY_MS,
  )

  test('a search that continued as a job is opened from the list of long searches, with its results', async () => {
    await beginSearch(world, 'host:WS1')
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(HUNTER)
    await visitor.goto('/search')
    await tabTo(page, /^Long searches/)
    await choose(page, /^host:WS1/)
    const rest = page.getByRole('region', { name: 'The rest of the time' })
    await rest.getByText('The whole time range was searched').waitFor({ timeout: 60_000 })
    await rest.getByText('100 %, 2 events').waitFor()
    await rest.getByText('WS1', { exact: true }).nth(1).waitFor()
    expect(new URL(page.url()).searchParams.get('job')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await visitor.accessFaults()).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})

/** A search as the API leaves it behind when its answer took too long; a lake this small never takes that long. */
async function beginSearch({ instance }: World, query: string): Promise<void> {
  const pool = openPostgres({ url: instance.file().databaseUrl, poolSize: 1 })
  const toMs = Date.now()
  const job = { query, fields: ['host', 'user'], requestedMs: toMs, fromMs: toMs - 3_600_000, toMs, startedBy: 'hugo' }
  await withTenant(pool, tenantId(TENANT), (tx) => startSearchJob(tx, job)).finally(() => pool.end())
}

/** Through the palette, as from any page. */
async function go(page: Page, words: string, heading: string): Promise<void> {
  await page.keyboard.press('Control+k')
  // A dialog is visible before its field has the keys.
  await page.locator(':focus[aria-label="Go to or do"]').waitFor()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
}

/** Opens the menu of the focused button, and takes an item of it. */
async function choose(page: Page, item: string | RegExp): Promise<void> {
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: item }).waitFor()
  const focused = `document.activeElement?.textContent?.trim()`
  for (let pressed = 0; pressed < TABS_MAX; pressed++) {
    const at = String(await page.evaluate(focused))
    if (typeof item === 'string' ? at === item : item.test(at)) return page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`no arrow leads to ${item}`)
}

/** Three failed logons of a minute ago on two hosts. */
async function pushLogons({ instance }: World): Promise<void> {
  const logon = (host: string, n: number) => ({
    EventTime: new Date(Date.now() - 60_000 + n).toISOString(),
    ...{ Hostname: host, Channel: 'Security', EventID: 4625, RecordNumber: n, TargetUserName: 'kim', LogonType: 3 },
  })
  const answer = await fetch(
    `${instance.ingestUrl}/v1/ingest/batch?connector_id=dc&connector_type=test&source_format=auto`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${await instance.token(TENANT)}`, 'content-type': 'application/x-ndjson' },
      body: [logon('WS1', 1), logon('WS1', 2), logon('WS2', 3)].map((event) => `${JSON.stringify(event)}\n`).join(''),
    },
  )
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`)
  await instance.drained()
}

/** Presses Tab until the element with this name has the focus, as a person does who uses no mouse. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const isThere = (label: string) => (typeof name === 'string' ? label === name : name.test(label))
  const focused = `(() => {
    const at = document.activeElement
    const label = at?.labels?.[0]?.textContent ?? at?.getAttribute('aria-label') ?? at?.textContent ?? ''
    return label.trim()
  })()`
  const seen = new Set<string>()
  for (let pressed = 0; pressed < TABS_MAX; pressed++) {
    const label = String(await page.evaluate(focused))
    if (isThere(label)) return
    seen.add(label)
    await page.keyboard.press(key)
  }
  throw new Error(`no ${key} leads to ${name}, but to ${[...seen].join(' | ')}`)
}
