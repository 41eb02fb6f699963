/** The ends of sign-ins over identity providers, written by hand: a browser is answered with a page. */
import formbody from '@fastify/formbody'
import { Type } from 'typebox'
import {
  proveOidc,
  proveSaml,
  serviceProvider,
  serviceProviderMetadata,
} from '../../../../control/identity/accounts/index.ts'
import { finished, ssoOf, tokensSchema } from '../../../../control/identity/accounts/operations.ts'
import { named } from '../../../../schemas/wire.ts'
import { originOf } from '../../../plugins/tenant-work.ts'
import type { ApiApp, Routes } from '../../api-app.ts'
import { answerSignIn } from './browser-page.ts'

/** A form with a SAML response in base64, percent-encoded. */
const FORM_BYTES_MAX = 400 * 1024
const RESPONSE_LENGTH_MAX = 260_000

const text = Type.String({ maxLength: 4_096 })
const oidcQuery = Type.Object({ state: text, code: Type.Optional(text), error: Type.Optional(text) })
const samlAnswer = named(
  'SamlAnswer',
  Type.Object({
    SAMLResponse: Type.String({ minLength: 1, maxLength: RESPONSE_LENGTH_MAX }),
    RelayState: Type.Optional(Type.String({ maxLength: 200 })),
  }),
)
const tags = ['identity']

export const ssoSignInRoutes: Routes = (app, deps) => {
  app.get(
    '/auth/oidc/callback',
    {
      config: { public: true, provesItself: true, anyQuery: true },
      schema: {
        tags,
        summary: 'Where an OIDC provider sends people back to',
        querystring: oidcQuery,
        response: { 200: tokensSchema },
      },
    },
    async (request, reply) => {
      const query = new URLSearchParams(request.url.slice(request.url.indexOf('?') + 1))
      const done = async () => finished(deps, originOf(request), await proveOidc(ssoOf(deps), query))
      return answerSignIn(request, reply, request.query.state, done)
    },
  )

  app.get(
    '/auth/saml/metadata',
    {
      config: { public: true },
      schema: {
        ...{ tags, summary: 'This installation as a SAML service provider: metadata to import at the provider' },
        produces: ['application/samlmetadata+xml'],
      },
    },
    async (_, reply) =>
      reply
        .type('application/samlmetadata+xml')
        .send(await serviceProviderMetadata(serviceProvider(ssoOf(deps).publicUrl))),
  )

  app.get(
    '/auth/saml/callback',
    {
      config: { public: true, provesItself: true, anyQuery: true },
      schema: {
        tags,
        summary: 'Assertion consumer of SAML, HTTP-Redirect binding',
        querystring: samlAnswer,
        response: { 200: tokensSchema },
      },
    },
    async (request, reply) => {
      const { SAMLResponse: response, RelayState: relayState = '' } = request.query
      const done = async () =>
        finished(deps, originOf(request), await proveSaml(ssoOf(deps), { response, relayState, binding: 'redirect' }))
      return answerSignIn(request, reply, relayState, done)
    },
  )

  // A scope of its own: no other route takes a form, which any page of another origin could send.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(formbody, { bodyLimit: FORM_BYTES_MAX })
    const forms = scope as unknown as ApiApp
    forms.post(
      '/auth/saml/callback',
      {
        config: { public: true, provesItself: true, anyQuery: true },
        bodyLimit: FORM_BYTES_MAX,
        schema: {
          tags,
          summary: 'Assertion consumer of SAML, HTTP-POST binding',
          consumes: ['application/x-www-form-urlencoded'],
          body: samlAnswer,
          response: { 200: tokensSchema },
        },
      },
      async (request, reply) => {
        const { SAMLResponse: response, RelayState: relayState = '' } = request.body
        const done = async () =>
          finished(deps, originOf(request), await proveSaml(ssoOf(deps), { response, relayState, binding: 'post' }))
        return answerSignIn(request, reply, relayState, done)
      },
    )
  })
}
