/** The look of mails, reports and the sign-in page for this tenant's users, with a preview of the input. */
import { Button, FileButton, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type AnswerOf, call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { ActButton, Lacks, OperationForm } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { MessageTexts } from './message-texts.tsx'
import { inkOn } from './text-colour.ts'

type Appearance = AnswerOf<'GET /api/v1/branding'>

export function Branding() {
  const found = useQuery({ queryKey: ['branding'], queryFn: () => call('GET /api/v1/branding') })
  const may = lacking(useSession(), 'PUT /api/v1/branding') === null
  return (
    <Loaded query={found} lines={8}>
      {(value) => (
        <div className="two even">
          <Section title="Branding">
            {may ? (
              <OperationForm
                key={JSON.stringify(value)}
                operation="PUT /api/v1/branding"
                before={ownOf(value)}
                submit="Save"
              />
            ) : (
              <Lacks operation="PUT /api/v1/branding" />
            )}
          </Section>
          <div className="stack">
            <Preview of={value} />
            <Logo of={value} />
          </div>
          <MessageTexts />
        </div>
      )}
    </Loaded>
  )
}

/** Only the tenant's own choices: inherited values would otherwise be saved as its own. */
function ownOf({ sources, logo: _, ...fields }: Appearance) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      sources[name as keyof typeof sources] === 'tenant' ? value : null,
    ]),
  )
}

/** Shown like the head of a mail. */
function Preview({ of }: { readonly of: Appearance }) {
  return (
    <Section title="Preview">
      <div className="brand-preview" style={{ borderColor: of.primary_color ?? 'var(--line)' }}>
        <div
          className="brand-head"
          style={{ background: of.primary_color ?? 'var(--mantine-color-blue-8)', color: inkOn(of.primary_color) }}
        >
          <LogoImage of={of} />
          <b>
            <Shown text={of.product_name ?? 'svc'} lengthMax={80} />
          </b>
        </div>
        <p>A case is waiting for you: C-0042 Sign-in from a new country.</p>
        <p>
          <span
            className="brand-button"
            style={{
              background: of.accent_color ?? of.primary_color ?? 'var(--mantine-color-blue-8)',
              color: inkOn(of.accent_color ?? of.primary_color),
            }}
          >
            Open the case
          </span>
        </p>
        <p className="quiet">
          <Shown text={of.footer_text ?? 'No footer is set.'} lengthMax={300} />
        </p>
        <p className="quiet">
          From {of.sender_name ?? 'svc'}
          {of.support_email !== null && `, help: ${of.support_email}`}
        </p>
      </div>
      <Text size="xs" className="quiet" mt="xs">
        Product name from the {of.sources.product_name}, colours from the {of.sources.primary_color}.
      </Text>
    </Section>
  )
}

/** Loaded with the account's credential, which the URL of an image could not carry. */
function LogoImage({ of }: { readonly of: Appearance }) {
  const [url, setUrl] = useState<string | null>(null)
  const { logo } = of
  const blob = useQuery({
    queryKey: ['logo', logo?.sha256],
    queryFn: async () => {
      const found: unknown = await call('GET /api/v1/branding/assets/logo', { parseAs: 'blob' })
      return found as Blob
    },
    enabled: logo !== null,
  })
  useEffect(() => {
    if (blob.data === undefined) return undefined
    const made = URL.createObjectURL(blob.data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob.data])
  return url === null ? null : <img src={url} alt="Logo" height={28} />
}

function Logo({ of }: { readonly of: Appearance }) {
  const may = lacking(useSession(), 'POST /api/v1/branding/assets/logo') === null
  const queries = useQueryClient()
  const put = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData()
      body.append('file', file)
      return call('POST /api/v1/branding/assets/logo', { body })
    },
    onSuccess: () => queries.invalidateQueries(),
  })
  if (!may) return null
  return (
    <Section title="Logo">
      <Group gap="xs">
        <FileButton
          accept="image/svg+xml,image/png,image/jpeg,image/webp"
          onChange={(file) => file && put.mutate(file)}
        >
          {(props) => (
            <Button variant="default" loading={put.isPending} {...props}>
              {of.logo === null ? 'Choose a picture' : 'Replace'}
            </Button>
          )}
        </FileButton>
        {of.logo !== null && <ActButton operation="DELETE /api/v1/branding/assets/logo" label="Remove" />}
      </Group>
      {put.data?.was_sanitized && (
        <Text size="sm" mt="xs" role="status">
          Scripts and external addresses were removed from the picture: {put.data.removed.elements.join(', ')}
        </Text>
      )}
      {put.error && <Failure error={put.error} />}
    </Section>
  )
}
