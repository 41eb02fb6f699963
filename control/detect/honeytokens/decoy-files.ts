/**
 * Files that trigger a decoy when they are opened or used: Office documents load a remote picture, a PDF opens its
 * address, Kubernetes and database clients connect to the address in the credentials.
 */
import { escapeHtml } from '../../../platform/escape-html.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { Honeytoken } from './honeytoken.ts'
import { zipStored } from './zip-stored.ts'

export const DECOY_FILES = ['docx', 'xlsx', 'pdf', 'kubeconfig', 'database', 'web_clone'] as const
export type DecoyFile = (typeof DECOY_FILES)[number]

export type MadeFile = { readonly name: string; readonly type: string; readonly bytes: Buffer }

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** `url` is where the decoy leads. Throws 422 where the decoy lacks the name that the file needs. */
export function decoyFile(kind: DecoyFile, token: Honeytoken, url: string): MadeFile {
  const base = token.name.replaceAll(/[^\w.-]+/g, '-').slice(0, 60) || 'document'
  switch (kind) {
    case 'docx':
      return { name: `${base}.docx`, type: `${OFFICE}.wordprocessingml.document`, bytes: docx(token.name, url) }
    case 'xlsx':
      return { name: `${base}.xlsx`, type: `${OFFICE}.spreadsheetml.sheet`, bytes: xlsx(token.name, url) }
    case 'pdf':
      return { name: `${base}.pdf`, type: 'application/pdf', bytes: pdf(token.name, url) }
    case 'kubeconfig':
      return { name: 'config', type: 'application/yaml', bytes: Buffer.from(kubeconfig(token.id, url)) }
    case 'database':
      return { name: '.env', type: 'text/plain', bytes: Buffer.from(database(token)) }
    case 'web_clone':
      return { name: 'analytics.js', type: 'text/javascript', bytes: Buffer.from(webClone(token, url)) }
  }
}

const typesPart = (overrides: string) => ({
  name: '[Content_Types].xml',
  text: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides}</Types>`,
})
const relations = (name: string, inner: string) => ({
  name,
  text: `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`,
})
const relation = (id: string, kind: string, target: string, isExternal = false) =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${escapeHtml(target)}"${isExternal ? ' TargetMode="External"' : ''}/>`

/** A picture of one point in the text, which Word asks for when it opens the document. */
function docx(title: string, url: string): Buffer {
  const picture = `<w:drawing><wp:inline><wp:extent cx="9525" cy="9525"/><wp:docPr id="1" name="logo"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="logo"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="9525" cy="9525"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`
  const spaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${RELATIONS}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`
  return zipStored([
    typesPart(`<Override PartName="/word/document.xml" ContentType="${OFFICE}.wordprocessingml.document.main+xml"/>`),
    relations('_rels/.rels', relation('rId1', 'officeDocument', 'word/document.xml')),
    {
      name: 'word/document.xml',
      text: `${XML}<w:document ${spaces}><w:body><w:p><w:r><w:t>${escapeHtml(title)}</w:t></w:r></w:p><w:p><w:r>${picture}</w:r></w:p></w:body></w:document>`,
    },
    relations('word/_rels/document.xml.rels', relation('rId1', 'image', url, true)),
  ])
}

/** A picture on the sheet, as in a text. */
function xlsx(title: string, url: string): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006'
  const corner = (name: string, at: number) =>
    `<xdr:${name}><xdr:col>${at}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${at}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`
  const picture = `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="logo"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:link="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>`
  return zipStored([
    typesPart(
      `<Override PartName="/xl/workbook.xml" ContentType="${OFFICE}.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${OFFICE}.spreadsheetml.worksheet+xml"/><Override PartName="/xl/drawings/drawing1.xml" ContentType="${OFFICE}.drawing+xml"/>`,
    ),
    relations('_rels/.rels', relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    {
      name: 'xl/workbook.xml',
      text: `${XML}<workbook xmlns="${main}" xmlns:r="${RELATIONS}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    relations('xl/_rels/workbook.xml.rels', relation('rId1', 'worksheet', 'worksheets/sheet1.xml')),
    {
      name: 'xl/worksheets/sheet1.xml',
      text: `${XML}<worksheet xmlns="${main}" xmlns:r="${RELATIONS}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${escapeHtml(title)}</t></is></c></row></sheetData><drawing r:id="rId1"/></worksheet>`,
    },
    relations('xl/worksheets/_rels/sheet1.xml.rels', relation('rId1', 'drawing', '../drawings/drawing1.xml')),
    {
      name: 'xl/drawings/drawing1.xml',
      text: `${XML}<xdr:wsDr xmlns:xdr="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main" xmlns:r="${RELATIONS}"><xdr:twoCellAnchor>${corner('from', 0)}${corner('to', 1)}${picture}<xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`,
    },
    relations('xl/drawings/_rels/drawing1.xml.rels', relation('rId1', 'image', url, true)),
  ])
}

/** Asks for the address when it is opened; most readers ask their user first (ISO 32000-1, 12.6.4.7). */
function pdf(title: string, url: string): Buffer {
  const text = title.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/([\\()])/g, '\\$1')
  const page = `BT /F1 18 Tf 72 720 Td (${text}) Tj ET`
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /URI /URI (${url}) >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + trailer, 'latin1')
}

/** The server of the cluster is the decoy: paths that a client puts behind it count. */
function kubeconfig(id: string, url: string): string {
  return [
    'apiVersion: v1',
    'kind: Config',
    'clusters:',
    `- name: production\n  cluster: { server: "${url}" }`,
    'users:',
    `- name: backup-operator\n  user: { token: "${Buffer.from(id).toString('base64url')}" }`,
    'contexts:',
    '- name: production\n  context: { cluster: production, user: backup-operator }',
    'current-context: production\n',
  ].join('\n')
}

/** A sign-in with it is seen in events of the database, by the name of the account. */
function database({ id, metadata }: Honeytoken): string {
  const { user, dns_name: host = 'db.internal' } = metadata
  if (typeof user !== 'string')
    throw invalid('format', 'credentials of a database need metadata.user, the account that nobody else uses')
  const password = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
  return `DATABASE_URL=postgresql://${encodeURIComponent(user)}:${password}@${String(host)}:5432/production\n`
}

/**
 * A script that does nothing on the original site; on a copy it requests the decoy's address with the name of the
 * copy's host.
 */
function webClone({ metadata: { site } }: Honeytoken, url: string): string {
  if (typeof site !== 'string' || !/^[a-z0-9.-]{1,253}$/i.test(site))
    throw invalid('format', 'the script of a site needs metadata.site, its host name')
  return `(function(){var h=location.hostname;if(h!==${JSON.stringify(site.toLowerCase())}&&!h.endsWith(${JSON.stringify(`.${site.toLowerCase()}`)}))new Image().src=${JSON.stringify(url)}+'/'+encodeURIComponent(h)})()\n`
}
