/** A rule from its first letter to the matrix, by who may write rules. `npm run test:browser` */
import type { Browser } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from './find-chromium.ts'
import { useConsole } from './use-console.ts'
import { type Account, Visitor } from './visitor.ts'
import { TENANT, type World } from './world.ts'

const REVIEWER: Account = { email: `rita@${TENANT}.example`, password: 'a quiet grey harbour at 5' }

describe.skipIf(findChromium() === null)('rules', () => {
  let world: World
  let browser: Browser
  useConsole((opened) => {
    ;({ world, browser } = opened)
  })

  test('a rule is written, checked while typing, saved, found in the matrix and imported again', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(world.admin)
    await visitor.goto('/detections')
    await page.getByRole('link', { name: 'New rule' }).click()
    await page.getByText('The rule is valid').waitFor()
    const editor = page.getByRole('textbox', { name: 'Rule text' })
    await editor.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('detection: twice\n')
    await page.getByText('The rule has faults').waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+a')
    const title = `Tool ${Date.now()}`
    const text = `title: ${title}\nid: ${crypto.randomUUID()}\nlogsource: { category: process_creation, product: windows }\ntags: [attack.t1499.004]\ndetection:\n  a: { Image|endswith: tool.exe }\n  condition: a\nlevel: high\n`
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await page.keyboard.press('Control+v')
    await page.getByText('The rule is valid').waitFor()
    const event = { Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 1, Image: 'C:\\tool.exe' }
    await page.getByLabel('Events as JSON, to try it on').fill(JSON.stringify(event))
    await page.getByText('It matches').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: title }).waitFor()
    const ruleText = page.getByRole('textbox', { name: 'Rule text' })
    await ruleText.press('Control+End')
    await page.keyboard.insertText('\ndescription: a second version')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Go back to version 1' }).click()
    // The editor shows the version that is in force again, and nothing to save.
    await ruleText.filter({ hasNotText: 'a second version' }).waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Run over stored events' }).click()
    await page.getByText(/matches in/).waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    await visitor.goto('/detections/coverage')
    const find = page.getByLabel('Find a technique')
    await find.fill('T1499.004')
    const cell = page.getByRole('region', { name: 'Impact' }).getByRole('link', { name: /T1499\.004/ })
    await cell.waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    await cell.click()
    await page.getByRole('link', { name: title }).waitFor()
    await visitor.goto('/detections/import')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files' }).click()
    const file = (name: string, content: string) => ({ name, mimeType: 'text/yaml', buffer: Buffer.from(content) })
    const again = text.replace(/id: .*/, `id: ${crypto.randomUUID()}`)
    await (await chooser).setFiles([file('good.yml', again), file('bad.yml', 'title: no rule\n')])
    await page.getByRole('button', { name: 'Import 2' }).click()
    await page.getByText('1 new, 0 changed, 0 as they were').waitFor()
    await page.getByRole('cell', { name: 'bad.yml' }).first().waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    await visitor.useTheme('light')
    await visitor.goto('/detections/coverage')
    await find.fill('T1499.004')
    await cell.waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    await page.setViewportSize({ width: 390, height: 800 })
    await visitor.goto('/detections/new')
    await page.getByText('The rule is valid').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    expect(await visitor.accessFaults()).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('a rule is proposed with its events, replayed over them, and put in force by another user', async () => {
    await world.post('/users', { ...REVIEWER, username: 'rita', role: 'tenant_admin' })
    const author = await Visitor.open(browser, world.instance)
    await author.signIn(world.admin)
    await author.goto('/detections/new')
    await author.page.getByText('The rule is valid').waitFor()
    await author.page.getByRole('button', { name: 'Propose …' }).click()
    const dialog = author.page.getByRole('dialog', { name: 'Propose the rule' })
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Whoami was run')
    await dialog.getByLabel('Why it is needed').fill('intruders ask who they are')
    const event = { Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 1, Image: 'C:\\Windows\\whoami.exe' }
    await dialog.getByLabel('Events that it must find').fill(`${JSON.stringify(event)}\nnot JSON`)
    await dialog.getByText(/^line 2: /).waitFor()
    await dialog.getByLabel('Events that it must find').fill(JSON.stringify(event))
    await dialog.getByLabel('Events that it must not find').fill(JSON.stringify({ ...event, Image: 'C:\\calc.exe' }))
    expect(await author.accessFaults()).toEqual([])
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
    await author.page.getByRole('heading', { name: 'Whoami was run', level: 1 }).waitFor()
    await author.page.getByRole('button', { name: 'Run over its fixtures' }).click()
    await author.page.getByText('It passed').waitFor()
    expect(author.complaints).toEqual([])
    const reviewer = await Visitor.open(browser, world.instance)
    await reviewer.signIn(REVIEWER)
    await reviewer.goto(new URL(author.page.url()).pathname)
    await reviewer.page.getByLabel('New comment').fill('Seen in the wild')
    await reviewer.page.getByRole('button', { name: 'Comment', exact: true }).click()
    await reviewer.page.getByText('Seen in the wild').waitFor()
    await reviewer.page.getByRole('button', { name: 'Approve' }).click()
    await reviewer.page.getByRole('button', { name: 'Promote: make it active' }).click()
    await reviewer.page.getByRole('link', { name: 'The active rule' }).click()
    await reviewer.page.getByText('version 1').waitFor()
    expect(reviewer.complaints).toEqual([])
    await reviewer.leave()
    await author.leave()
  })
})
