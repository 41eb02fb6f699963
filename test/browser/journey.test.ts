/** A person signs in, works an alert by keyboard alone, and leaves: the console on a whole installation. */
import type { Browser } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from './find-chromium.ts'
import { useConsole } from './use-console.ts'
import { Visitor } from './visitor.ts'
import { HOSTILE, type World } from './world.ts'

describe.skipIf(findChromium() === null)('the console', () => {
  let world: World
  let browser: Browser

  useConsole(async (opened) => {
    ;({ world, browser } = opened)
    for (const title of ['First of all', ...HOSTILE]) await world.post('/alerts', { title, severity: 'high' })
  })

  test('its pages allow no inline script and only their own styles, and unknown pages say so', async () => {
    const { consoleUrl } = world.instance.file()
    const page = await fetch(`${consoleUrl}/alerts`)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect([page.status, policy.includes('unsafe'), policy.includes("default-src 'none'")]).toEqual([200, false, true])
    const html = await page.text()
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? expect.unreachable('the policy has no nonce')
    const own = html.replaceAll(`<style nonce="${nonce}">`, '')
    expect(own).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|__CSP_NONCE__/)
    // A browser opens six connections: one more file is another round of requests, seconds on a slow network.
    expect(html.match(/\/assets\/[^"]+/g)?.length).toBeLessThanOrEqual(6)
    expect((await fetch(`${consoleUrl}/assets/none.js`)).status).toBe(404)
    expect((await fetch(`${consoleUrl}/alerts`, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${consoleUrl}/api/v1/users/me`)).status).toBe(401)
  })

  test('signs in, claims, snoozes and decides by keyboard, sees new alerts, and signs out', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page, complaints } = visitor
    await visitor.signIn(world.admin)
    await page.getByRole('link', { name: 'Alerts', exact: true }).click()
    await page.getByText('live', { exact: true }).waitFor()
    await page.getByRole('cell', { name: 'First of all' }).waitFor()
    expect(await page.getByRole('cell', { name: HOSTILE[0] }).count()).toBe(1)
    expect(await page.getByRole('cell', { name: 'invoice⟨U+202E⟩fdp.exe' }).count()).toBe(1)

    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'hidden' })
    for (let at = 0; at < HOSTILE.length; at++) await page.keyboard.press('j')
    const row = page.getByRole('row').filter({ hasText: 'First of all' })
    await page.locator('[data-at="true"]', { hasText: 'First of all' }).waitFor()
    await page.keyboard.press('c')
    await row.getByText('you', { exact: true }).waitFor()
    await page.keyboard.press('s')
    await row.getByText('snoozed').waitFor()
    await page.keyboard.press('u')
    await row.getByText('snoozed').waitFor({ state: 'detached' })
    await page.keyboard.press('v')
    await page.getByLabel('Reason').fill('the nightly scan')
    const because = page.getByRole('combobox', { name: 'Because' })
    expect(await because.inputValue()).toBe('')
    await page.getByRole('button', { name: 'Give verdict' }).click()
    await page.getByRole('combobox', { name: 'Verdict' }).selectOption('true_positive')
    await because.selectOption('true_positive_confirmed')
    await page.getByRole('combobox', { name: 'Verdict' }).selectOption('false_positive')
    expect(await because.inputValue()).toBe('')
    expect(await because.getByRole('option', { name: 'Confirmed attack' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Give verdict' }).click()
    expect(await page.getByText('Verdict given').count()).toBe(0)
    await because.selectOption('known_scanner')
    // A verdict that ends the work closes the alert, unless the person says otherwise.
    expect(await page.getByRole('checkbox', { name: 'Close the alert' }).isChecked()).toBe(true)
    await page.getByRole('checkbox', { name: 'Close the alert' }).uncheck()
    await page.getByRole('button', { name: 'Give verdict' }).click()
    await page.getByText('Verdict given').waitFor()
    await row.getByText('false positive').waitFor()
    await page.keyboard.press('u')
    await page.getByText('Verdict removed').waitFor()
    await row.getByText('false positive').waitFor({ state: 'detached' })

    // Three at once, and back as one.
    await page.keyboard.press('x')
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await page.keyboard.press('Shift+X')
    await page.getByText('3 chosen').waitFor()
    await page.getByRole('toolbar', { name: 'Chosen alerts' }).getByRole('button', { name: 'Start work' }).click()
    const dialog = page.getByRole('dialog', { name: 'Start work: 3 alerts' })
    await dialog.getByRole('listitem').filter({ hasText: 'First of all' }).waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    await dialog.getByRole('button', { name: 'Start work 3' }).click()
    await page.getByText('3 changed', { exact: true }).waitFor()
    await row.getByText('in progress').waitFor()
    await page.keyboard.press('u')
    await page.getByText('3 restored').waitFor()
    await row.getByText('in progress').waitFor({ state: 'detached' })

    await world.post('/alerts', { title: 'Came meanwhile', severity: 'critical' })
    await page.getByRole('button', { name: 'Show 1 new alert' }).click()
    await page.getByRole('cell', { name: 'Came meanwhile' }).waitFor()

    // Beside the queue: the keys go on, the address holds it, and the way back ends where one was.
    const pane = page.getByRole('region', { name: 'The alert beside the queue' })
    await page.getByRole('row').filter({ hasText: 'Came meanwhile' }).getByText('critical').click()
    await pane.getByRole('heading', { name: 'Came meanwhile' }).waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    await page.keyboard.press('j')
    await pane.getByRole('heading', { name: 'a long one' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'a long one', level: 1 }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: 'Came meanwhile', level: 1 }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('heading', { name: 'a long one', level: 1 }).waitFor()
    await page.getByRole('link', { name: '← Alerts' }).click()
    await page.locator('[data-at="true"]', { hasText: 'a long one' }).waitFor()

    await page.getByRole('combobox', { name: 'Group by' }).selectOption('severity')
    await page
      .getByRole('row')
      .filter({ hasText: /^high 4$/ })
      .waitFor()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('By severity')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'By severity', exact: true }).click()
    await page
      .getByRole('row')
      .filter({ hasText: /^high 4$/ })
      .waitFor()

    // Another tab has the session without a sign-in, and the palette leads on from there.
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    await tab.getByRole('cell', { name: 'Came meanwhile' }).waitFor()
    await tab.keyboard.press('Control+k')
    await tab.getByRole('combobox', { name: 'Go to or do' }).fill('cas')
    await tab.keyboard.press('Enter')
    await tab.getByRole('heading', { name: 'Cases', level: 1 }).waitFor()

    await page.getByRole('link', { name: 'Came meanwhile' }).click()
    await page.getByRole('heading', { name: 'What happened' }).waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    await page.getByRole('button', { name: 'Verdict', exact: true }).click()
    await page.getByRole('combobox', { name: 'Verdict' }).selectOption('benign')
    await because.selectOption('known_admin_tool')
    await page.getByLabel('Reason').fill('the backup of the weekend')
    await page.getByRole('button', { name: 'Give verdict' }).click()
    await page.getByText('closed', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await tab.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await tab.close()
    expect(await visitor.accessFaults()).toEqual([])
    expect(complaints).toEqual([])
    await visitor.leave()
  })
})
