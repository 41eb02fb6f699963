/**
 * The page that a browser shows when it returns from a provider: it hands the tokens to the console on the same origin.
 * Only the tab that began this sign-in accepts them, because its storage holds the state: an attacker's link with the
 * attacker's code signs no one in.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TestedSignIn } from '../../../../control/identity/accounts/operations.ts'
import { AppError } from '../../../../platform/errors.ts'
import { escapeHtml } from '../../../../platform/escape-html.ts'
import { answerPage, PAGE_STYLE } from '../../answer-page.ts'

export type Tokens = { readonly access_token: string; readonly refresh_token: string }

const SCRIPT = `
const metaText = (name) => document.querySelector('meta[name="svc-' + name + '"]').content
if (sessionStorage.getItem('svc.sso') === metaText('state'))
  sessionStorage.setItem('svc.session', JSON.stringify({ access: metaText('access'), refresh: metaText('refresh') }))
sessionStorage.removeItem('svc.sso')
location.replace('/')
`
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const PAGE_POLICY = `default-src 'none'; script-src ${hashOf(SCRIPT)}; style-src ${hashOf(PAGE_STYLE)}; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`

/** A navigation, not a program that reads JSON. */
function wantsPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '')
}

export function tokensPage(tokens: Tokens, state: string): string {
  const metas = { state, access: tokens.access_token, refresh: tokens.refresh_token }
  const head = Object.entries(metas).map(([name, value]) => `<meta name="svc-${name}" content="${escapeHtml(value)}">`)
  return answerPage('Signing in', '<p>The console opens.</p>', `${head.join('')}<script>${SCRIPT}</script>`)
}

const HOW = {
  known: 'signs in as a user who signed in over this connection before',
  linked: 'signs in as the user of this tenant with the same address, and is linked to it',
  provisioned: 'becomes a new user of this tenant',
} as const

/** Shows a test of a connection. It has no script and no token. */
function testPage({ person, how, roles, reason }: TestedSignIn): string {
  const facts: readonly (readonly [string, string])[] = [
    ...(person === null
      ? []
      : [
          ['Name at the provider', person.subject] as const,
          ['E-mail', person.email ?? 'none sent'] as const,
          [
            'E-mail verified',
            person.emailVerified === null ? 'not stated' : person.emailVerified ? 'yes' : 'no',
          ] as const,
          ['Groups', person.groups.slice(0, GROUPS_SHOWN).join(', ') || 'none sent'] as const,
        ]),
    ['A sign-in', how === null ? `would be refused: ${(reason ?? '').replaceAll('_', ' ')}` : HOW[how]],
    ...(how === null ? [] : [['Roles', roles.join(', ') || 'none of the groups; its own stay'] as const]),
  ]
  const more = (person?.groups.length ?? 0) - GROUPS_SHOWN
  const rows = facts.map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value.slice(0, FACT_CHARS))}</dd>`,
  )
  const note = more > 0 ? `<p>${more} further groups are not shown.</p>` : ''
  const body = `<p>Nobody was signed in, and nothing was changed.</p><dl>${rows.join('')}</dl>${note}`
  return answerPage('Test sign-in', body)
}

const GROUPS_SHOWN = 100
const FACT_CHARS = 10_000

function refusalPage(reason: string): string {
  return answerPage('Sign-in refused', `<p>${escapeHtml(reason)}</p><p><a href="/">Back</a></p>`)
}

/** Tokens as JSON, or as the page where a browser comes back. */
export async function answerSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
  finish: () => Promise<(Tokens & { readonly token_type: 'bearer'; readonly expires_in: number }) | TestedSignIn>,
) {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  if (!wantsPage(request)) {
    const done = await finish()
    return 'access_token' in done ? reply.send(done) : sendTest(reply, done)
  }
  reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8')
  try {
    const done = await finish()
    return 'access_token' in done ? reply.send(tokensPage(done, state)) : sendTest(reply, done)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return reply.code(error.status).send(refusalPage(error.message))
  }
}

/** A page for programs too: there is no token that one could take. */
function sendTest(reply: FastifyReply, tested: TestedSignIn) {
  return reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(testPage(tested))
}
