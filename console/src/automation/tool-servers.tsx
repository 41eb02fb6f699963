/** MCP servers with tools for investigations; only tools on the list may be called. */
import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '../api/call.ts'
import { actions, mono, State, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, Dialog, FormButton } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'

type Tried = AnswerOf<'POST /api/v1/mcp-servers/{id}/test'>

export function ToolServers() {
  const [tried, setTried] = useState<{ name: string; answer: Tried } | null>(null)
  return (
    <>
      <Listing<'GET /api/v1/mcp-servers'>
        title="Tool servers (MCP)"
        about="Try lists the tools of a server; an investigation calls only tools whose names are allowed."
        list="GET /api/v1/mcp-servers"
        changes="POST /api/v1/mcp-servers"
        aside={<FormButton operation="POST /api/v1/mcp-servers" label="Add a server" initial={{ enabled: true }} />}
        empty={{
          title: 'No server',
          next: 'Add one to give investigations access to your own systems: an asset database, a ticket system, a wiki.',
        }}
        columns={[
          words('Server', 'name'),
          mono('Address', 'url'),
          { head: 'Allowed tools', cell: ({ tool_allowlist: tools }) => tools.join(', ') || 'none' },
          { head: 'State', isShort: true, cell: ({ enabled }) => <State of={enabled ? 'on' : 'off'} /> },
          actions((row) => (
            <Group gap={4} wrap="nowrap" justify="flex-end">
              <ActButton
                operation="POST /api/v1/mcp-servers/{id}/test"
                path={{ id: row.id }}
                label="Try"
                ariaLabel={`Try ${row.name.slice(0, 80)}`}
                variant="subtle"
                done={(answer) => setTried({ name: row.name, answer })}
              />
              <FormButton
                operation="PATCH /api/v1/mcp-servers/{id}"
                path={{ id: row.id }}
                before={row}
                label="Edit"
                ariaLabel={`Edit ${row.name.slice(0, 80)}`}
                submit="Save"
                variant="subtle"
              />
              <ActButton
                operation="DELETE /api/v1/mcp-servers/{id}"
                path={{ id: row.id }}
                label="Remove"
                ariaLabel={`Remove ${row.name.slice(0, 80)}`}
                variant="subtle"
                confirm="Investigations that run now lose its tools."
              />
            </Group>
          )),
        ]}
      />
      <Dialog title={tried?.name.slice(0, 120) ?? ''} isOpen={tried !== null} close={() => setTried(null)}>
        {tried && <Tools of={tried.answer} />}
      </Dialog>
    </>
  )
}

function Tools({ of: { ok, reason, tools, is_cut: isCut } }: { readonly of: Tried }) {
  if (!ok || tools === null) return <Text size="sm">It did not answer: {reason ?? 'no reason'}</Text>
  return (
    <ul className="plain">
      {tools.map(({ name, description, allowed, refusal }) => (
        <li key={name}>
          <b className="mono">{name}</b> <State of={allowed ? 'allowed' : 'not allowed'} />
          <Text size="sm" className="quiet">
            {refusal ?? (description === null ? 'without a description' : <Shown text={description} lengthMax={400} />)}
          </Text>
        </li>
      ))}
      {isCut && <li className="quiet">It has more tools than are listed.</li>}
    </ul>
  )
}
