/** A lead, an administrator and finance at the console: suppressions, metrics, the stop of automation, people, usage by tenant. `npm run test:browser` */
import fs from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { builtInRules } from '../../detections/content/load.ts'
import { findChromium } from './find-chromium.ts'
import { useConsole } from './use-console.ts'
import { Visitor } from './visitor.ts'
import { TENANT, type World } from './world.ts'

const HOST = 'build-7.acme.example'

describe.skipIf(findChromium() === null)('a lead, an administrator and finance', () => {
  let world: World
  let browser: Browser
  const rule = builtInRules()[0]

  useConsole(async (opened) => {
    ;({ world, browser } = opened)
    for (const title of ['Nightly job, one', 'Nightly job, two'])
      await world.post('/alerts', { title, severity: 'high', rule_id: rule?.id, affected_hosts: [HOST] })
  })

  /** A person with the role of a SOC lead, who has no settings of the tenant. */
  const lead = async (name: string) => {
    const account = { email: `${name}-lead@${TENANT}.example`, password: 'a quiet grey harbour at 5' }
    await world.post('/users', { ...account, username: `${name}-lead`, role: 'soc_lead' })
    return account
  }

  test('the lead suppresses a value that two alerts share, sees what it would have hidden, and ends the suppression', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(world.admin)
    await visitor.goto('/alerts')
    await page.getByRole('cell', { name: 'Nightly job, one' }).waitFor()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('2 chosen').waitFor()
    await page.getByRole('button', { name: 'Suppress …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Suppress: 2 alerts' })
    await dialog.getByText(HOST).first().waitFor()
    await dialog
      .getByRole('status')
      .filter({ hasText: /^2 alerts of the last 30 days/ })
      .waitFor()
    await dialog.getByRole('link', { name: rule?.title ?? '' }).waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    await dialog.getByLabel('Reason').fill('the nightly job of the build hosts')
    await dialog.getByRole('button', { name: 'Suppress', exact: true }).click()
    await page.getByText('Suppressed for 1 value').waitFor()
    await page.keyboard.press('u')
    await page.getByText('The suppression is removed').waitFor()
    await visitor.goto('/detections/suppressions')
    const row = page.getByRole('row').filter({ hasText: HOST })
    await row.getByText('ended').waitFor()
    expect(await row.getByRole('button').count()).toBe(0)
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('metrics count the work of a person, and automation is stopped and restarted with a reason', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    // A person may ask a hundred times a minute, and the first administrator has just worked.
    await visitor.signIn((await world.anotherAdmin('lead')).account)
    await visitor.goto('/alerts')
    await page.getByRole('cell', { name: 'Nightly job, one' }).waitFor()
    await page.keyboard.press('c')
    await page.getByText('you', { exact: true }).waitFor()
    await visitor.goto('/metrics?days=7')
    const load = page.getByRole('region', { name: 'Load of analysts' })
    await load.getByRole('cell', { name: 'you' }).waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    await visitor.goto('/automation')
    await page.getByRole('button', { name: 'Stop all automation' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('it closed an attack')
    await page.getByRole('dialog').getByRole('button', { name: 'Stop all automation' }).click()
    await page.getByText('Automation is stopped').waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    await page.getByRole('button', { name: 'Resume automation' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('mended')
    await page.getByRole('dialog').getByRole('button', { name: 'Resume automation' }).click()
    await page.getByText('Automation runs within its grants.').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('a lead opens a case with an owner, writes a comment with marks, and cannot approve the action that she asks for', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    const { account } = await world.anotherAdmin('case-lead')
    await visitor.signIn(account)
    await visitor.goto('/cases')
    await page.getByRole('button', { name: 'New case' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New case' })
    await dialog.getByLabel('Title').fill('Staging of ransomware')
    await dialog.getByLabel('Owner').first().click()
    await page.getByRole('option', { name: account.email }).click()
    expect(await visitor.accessFaults()).toEqual([])
    await dialog.getByRole('button', { name: 'Open case' }).click()
    await page.getByRole('textbox', { name: 'New task' }).fill('Collect the memory')
    await page.getByRole('button', { name: 'Add task' }).click()
    await page.getByRole('cell', { name: 'Collect the memory', exact: true }).waitFor()
    await page.getByLabel('New comment').fill('**Isolated** `srv-1`\n- <img src=x onerror=alert(1)>')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const comment = page.locator('.marked').filter({ hasText: 'Isolated' })
    await comment.locator('strong', { hasText: 'Isolated' }).waitFor()
    expect(await comment.locator('li').textContent()).toBe('<img src=x onerror=alert(1)>')
    // A change by another person is shown, and the draft stays.
    await page.getByLabel('New comment').fill('a draft')
    await world.post(`/cases/${new URL(page.url()).pathname.split('/')[2]}/comments`, { body: 'from elsewhere' })
    await page.locator('.marked').filter({ hasText: 'from elsewhere' }).waitFor()
    expect(await page.getByLabel('New comment').inputValue()).toBe('a draft')
    expect(await visitor.accessFaults()).toEqual([])
    await visitor.goto('/cases')
    await page.getByRole('link', { name: 'Staging of ransomware' }).click()
    await page.getByRole('tab', { name: 'Respond' }).click()
    await page.getByRole('button', { name: 'Ask for an action' }).click()
    const asking = page.getByRole('dialog', { name: 'Ask for an action' })
    await asking.getByLabel('Action', { exact: true }).selectOption('isolate_host')
    await asking.getByLabel('Target (host)').fill('srv-1')
    await asking.getByLabel('Reason').fill('it encrypts files')
    await asking.getByRole('button', { name: 'Request', exact: true }).click()
    await asking.getByText('it waits under Response, Approvals').waitFor()
    await visitor.goto('/response')
    await page.getByRole('button', { name: /^Decide: / }).click()
    const approval = page.getByRole('dialog', { name: 'Approval' })
    await approval.getByText('You asked for this').waitFor()
    expect(await approval.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await approval.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('Nothing waits for a decision').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('a SOC lead attaches a file to evidence, and reads it back as it was', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(await lead('rules'))
    await visitor.goto('/compliance')
    await page
      .getByRole('button', { name: /^Add evidence for / })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: /^Evidence for / })
    await dialog.getByLabel('Evidence kind').selectOption('policy')
    await dialog.getByLabel('Summary').fill('Roles of the SOC, agreed by the board')
    const chosen = page.waitForEvent('filechooser')
    await dialog.getByLabel('Files').click()
    await (await chosen).setFiles({
      name: 'roles.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4 roles'),
    })
    expect(await visitor.accessFaults()).toEqual([])
    await dialog.getByRole('button', { name: 'Add evidence' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const begun = page.waitForEvent('download')
    await page.getByRole('button', { name: 'roles.pdf' }).click()
    expect((await fs.readFile(await (await begun).path())).toString()).toBe('%PDF-1.4 roles')
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('a SOC lead builds a playbook in its graph: a branch, parameters, a fault where it is, and a dry run beside it', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(await lead('playbooks'))
    await visitor.goto('/playbooks/new')
    const graph = page.getByRole('region', { name: 'Graph of the steps' })
    await graph.getByRole('button', { name: 'ask, approval' }).click()
    await page.getByLabel('Then').selectOption({ label: 'condition' })
    const panel = page.getByRole('group', { name: 'Step condition' })
    await panel.getByLabel('Field').fill('trigger.alert.severity')
    await panel.getByLabel('Value').fill('high')
    await panel.getByLabel('If no').selectOption({ label: 'notify' })
    const notify = page.getByRole('group', { name: 'Step notify' })
    await notify.getByLabel('Message').fill('')
    await notify.getByText('notify needs message').waitFor()
    await notify.getByLabel('Message').fill('Nothing was isolated')
    await page.getByText('ok', { exact: true }).waitFor()
    await visitor.settle()
    expect(await visitor.accessFaults()).toEqual([])
    const edges = await graph.locator('.way text').allTextContents()
    expect(edges.toSorted()).toEqual(['no', 'yes'])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/playbooks\/(?!new)/)
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
    await page.getByText('Nothing was isolated').first().waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('an administrator of the installation reseals its secrets, and sees who requested it and its result', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    const { account, post } = await world.anotherAdmin('vault')
    await post('/connectors', {
      ...{ name: 'Splunk', type: 'splunk', auth_config: { token: 'sealed' }, poll_interval_seconds: 86_400 },
      connector_config: { base_url: 'https://siem.invalid:8089' },
    })
    await visitor.signIn(account)
    await visitor.goto('/settings?tab=vault')
    await page.getByRole('button', { name: 'Re-encrypt now' }).click()
    const result = page.getByText(/^Last requested by .*secrets? (?:was|were) re-encrypted/)
    await result.waitFor({ timeout: 60_000 })
    expect(await result.textContent()).toContain(account.email)
    expect(await visitor.accessFaults()).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('an administrator opens the menu of a person by keyboard, returns to it, and deactivates the person', async () => {
    const email = `mia@${TENANT}.example`
    await world.post('/users', { email, username: 'mia', password: 'a quiet grey harbour at 5', role: 'viewer' })
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(world.admin)
    await visitor.goto('/access')
    const row = page.getByRole('row').filter({ hasText: email })
    const more = row.getByRole('button', { name: `More for ${email}` })
    await more.waitFor()
    expect(await row.getByRole('button').allTextContents()).toEqual(['Edit', ''])
    await more.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Permissions' }).waitFor()
    await visitor.settle()
    expect(await visitor.accessFaults()).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Deactivate ${email}` })
    await dialog.waitFor()
    await visitor.settle()
    expect(await visitor.accessFaults()).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate('document.activeElement?.ariaLabel')).toBe(`More for ${email}`)
    await more.click()
    await page.getByRole('menuitem', { name: 'Deactivate …' }).click()
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await row.getByText('deactivated').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('finance downloads the meters of a month as CSV and as Parquet', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn((await world.anotherAdmin('meters')).account)
    await visitor.goto('/usage')
    const download = async (form: string) => {
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const begun = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: form, exact: true }).click()
      return fs.readFile(await (await begun).path())
    }
    expect((await download('CSV')).toString()).toContain(`# tenant,${TENANT}`)
    expect((await download('Parquet')).subarray(0, 4).toString()).toBe('PAR1')
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('finance reads usage by tenant and month, and downloads it as CSV', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn((await world.anotherAdmin('finance')).account)
    await visitor.goto('/usage?tab=tenants')
    await page.getByRole('row').filter({ hasText: 'All together' }).waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    const begun = page.waitForEvent('download')
    await page.getByRole('tabpanel').getByRole('button', { name: 'Export as CSV' }).click()
    const [head = '', ...lines] = (await fs.readFile(await (await begun).path(), 'utf8')).split('\r\n')
    expect(head).toBe('tenant,month,meter,value')
    const month = new Date().toISOString().slice(0, 7)
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${TENANT},${month},alerts,2$`)))
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('evidence of a case: alerts are linked by address, split off, moved to a case by name and moved back; files are kept', async () => {
    const { account, post } = await world.anotherAdmin('evidence')
    const alert = async (title: string) => String((await post('/alerts', { title, severity: 'high' })).id)
    const alerts = [await alert('Dump on srv-1'), await alert('Dump on srv-2')]
    const { id } = await post('/cases', { title: 'Dumps of passwords', severity: 'high' })
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(account)
    await visitor.goto(`/cases/${id}?tab=evidence`)
    await page.getByRole('button', { name: 'Link alerts' }).click()
    await page
      .getByRole('textbox', { name: 'Alerts' })
      .fill(alerts.map((one) => `https://console.example/alerts/${one}`).join('\n'))
    await page.getByRole('button', { name: 'Link 2' }).click()
    await page.getByRole('link', { name: 'Dump on srv-2' }).waitFor()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach a file' }).click()
    await (await chooser).setFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('lsass') }])
    const begun = page.waitForEvent('download')
    await page.getByRole('button', { name: 'notes.txt', exact: true }).click()
    expect((await fs.readFile(await (await begun).path())).toString()).toBe('lsass')
    await page.getByRole('checkbox', { name: 'Choose Dump on srv-2' }).click()
    await page.getByRole('button', { name: 'Split off' }).click()
    await page.getByLabel('Title of the new case').fill('Another intruder')
    await page.getByRole('button', { name: 'Split off 1' }).click()
    await page.getByRole('heading', { name: /Another intruder/, level: 1 }).waitFor()
    await page.getByRole('tab', { name: 'Evidence (1 alert)' }).click()
    await page.getByRole('checkbox', { name: 'Choose Dump on srv-2' }).click()
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Move to another case' })
    await dialog.getByLabel('Case').first().click()
    await page.getByRole('option', { name: /Dumps of passwords/ }).click()
    expect(await visitor.accessFaults()).toEqual([])
    await dialog.getByRole('button', { name: 'Move 1' }).click()
    await page.getByRole('tab', { name: 'Evidence (0 alerts)' }).waitFor()
    await page.getByRole('tab', { name: 'Record' }).click()
    await page.getByRole('button', { name: 'Take back' }).first().click()
    await page.getByRole('tab', { name: 'Evidence (1 alert)' }).waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})
