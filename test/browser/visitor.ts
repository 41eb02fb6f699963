/** A user at the console of a whole installation, with the browser's complaints. */
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Instance } from '../e2e/instance.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice']

export type Theme = 'dark' | 'light'
export type Account = { readonly email: string; readonly password: string }

type Violation = { readonly id: string; readonly nodes: readonly { readonly target: readonly string[] }[] }

export class Visitor {
  readonly page: Page
  /** Errors and warnings of the page: failed scripts, policy refusals, unexpected answers. */
  readonly complaints: string[] = []
  readonly #url: string

  private constructor(page: Page, url: string) {
    this.page = page
    this.#url = url
    page.on('console', (text) => {
      if (text.type() !== 'error' && text.type() !== 'warning') return
      // Only its address identifies a refused request, and the message does not contain it.
      this.complaints.push([text.text(), text.location().url].filter(Boolean).join(' at '))
    })
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('dialog', (dialog) => this.complaints.push(`a dialog: ${dialog.message()}`))
  }

  /** `origin`: address of the console for this visitor; default: its own address. */
  static async open(
    browser: Browser,
    instance: Instance,
    options: BrowserContextOptions = {},
    origin = instance.file().consoleUrl,
  ): Promise<Visitor> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    return new Visitor(await context.newPage(), origin)
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.#url}${path}`)
  }

  async signIn({ email, password }: Account): Promise<void> {
    await this.goto('/')
    await this.page.getByLabel('Email').fill(email)
    await this.page.getByLabel('Password').fill(password)
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await this.page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
  }

  async useTheme(theme: Theme): Promise<void> {
    await this.page.evaluate(`localStorage.setItem('mantine-color-scheme-value', '${theme}')`)
    await this.page.reload()
  }

  /** By the button of the page, also where a dialog covers it: editors and charts follow the button alone. */
  async showTheme(theme: Theme): Promise<void> {
    await this.page.getByRole('button', { name: `Use the ${theme} theme` }).dispatchEvent('click')
    await this.settle()
  }

  /** Waits until nothing moves and no colour changes any more; what turns for ever is left alone. */
  async settle(): Promise<void> {
    await this.page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() =>
      Promise.allSettled(
        document.getAnimations()
          .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
          .map((one) => one.finished),
      ).then(() => null))`)
  }

  /** Faults that axe finds, each as its rule and the first place. */
  accessFaults(): Promise<string[]> {
    return this.#faultsOf({ runOnly: RULES })
  }

  /** Faults of colours alone: nothing else is another in another theme. */
  contrastFaults(): Promise<string[]> {
    return this.#faultsOf({ runOnly: { type: 'rule', values: ['color-contrast'] } })
  }

  async #faultsOf(options: object): Promise<string[]> {
    // Not as a script of the page: its policy would refuse it.
    if (!(await this.page.evaluate('"axe" in window'))) await this.page.evaluate(axe.source)
    const { violations } = (await this.page.evaluate(`axe.run(${JSON.stringify(options)})`)) as {
      readonly violations: readonly Violation[]
    }
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)
  }

  async leave(): Promise<void> {
    await this.page.context().close()
  }
}
