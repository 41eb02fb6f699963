/**
 * Malicious logos, with the expected remainder of each and the reported removals. Then files that are refused as logos.
 */

export type SvgAttack = {
  readonly sent: string
  readonly written: string
  readonly elements?: readonly string[]
  readonly attributes?: readonly string[]
}

const PATH = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'

export const SVG_ATTACKS: Readonly<Record<string, SvgAttack>> = {
  animation: {
    sent: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><path d="M0 0"><set attributeName="onclick" to="steal()"/><animate attributeName="href" values="javascript:steal()"/><animateTransform/><animateMotion/><discard/></path></svg>`,
    written: PATH,
    elements: ['animate', 'animateMotion', 'animateTransform', 'discard', 'set'],
  },
  'comment that ends elsewhere': {
    sent: `<svg xmlns="http://www.w3.org/2000/svg"><!-- <script>steal()</script> --><desc><!--><img src=x onerror=steal()>--></desc><path d="M0 0"/></svg>`,
    written: `<svg xmlns="http://www.w3.org/2000/svg"><desc/><path d="M0 0"/></svg>`,
  },
  'foreign object': {
    sent: `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="https://evil.example"/></body></foreignObject><path d="M0 0"/></svg>`,
    written: PATH,
    elements: ['body', 'foreignObject', 'iframe'],
  },
  'handlers of xml events': {
    sent: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:ev="http://www.w3.org/2001/xml-events"><ev:listener event="load" handler="#a"/><handler type="application/ecmascript">steal()</handler><path ev:event="click" d="M0 0"/></svg>`,
    written: PATH,
    elements: ['ev:listener', 'handler'],
    attributes: ['ev:event'],
  },
  handlers: {
    sent: `<svg xmlns="http://www.w3.org/2000/svg" onload="steal()"><path d="M0 0" onclick="steal()" onmouseover="steal()" onbegin="steal()" ONLOAD="steal()" onfocusin="steal()"/></svg>`,
    written: PATH,
    attributes: ['ONLOAD', 'onbegin', 'onclick', 'onfocusin', 'onload', 'onmouseover'],
  },
  'id that breaks out': {
    sent: `<svg xmlns="http://www.w3.org/2000/svg"><path id='"onload="steal()' d="M0 0"/><path id="constructor&quot;&gt;&lt;script&gt;" d="M0 0"/></svg>`,
    written: `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/><path d="M0 0"/></svg>`,
    attributes: ['id'],
  },
  'image beacon': {
    sent: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image href="https://evil.example/seen.png"/><image xlink:href="//evil.example/seen.png"/><feImage href="https://evil.example"/><path d="M0 0"/></svg>`,
    written: PATH,
    elements: ['feImage', 'image'],
  },
  links: {
    sent: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><a href="javascript:steal()" xlink:href="javascript:steal()"><text>click</text></a><path d="M0 0" href="//evil.example"/></svg>`,
    written: PATH,
    elements: ['a', 'text'],
    attributes: ['href'],
  },
  'nested drawing': {
    sent: `<svg xmlns="http://www.w3.org/2000/svg"><svg onload="steal()"><metadata><rdf xmlns="http://www.w3.org/1999/02/22-rdf-syntax-ns#" about="x"/></metadata><switch><path d="M0 0"/></switch><path d="M0 0"/></svg></svg>`,
    written: `<svg xmlns="http://www.w3.org/2000/svg"><svg><path d="M0 0"/></svg></svg>`,
    elements: ['metadata', 'path', 'rdf', 'switch'],
    attributes: ['onload'],
  },
  'paint behind a local one': {
    sent: `<svg xmlns="http://www.w3.org/2000/svg"><linearGradient id="a"/><path fill="url(#a) url(https://evil.example/x#a)" stroke="URL( '#a' ) red" d="M0 0"/></svg>`,
    written: `<svg xmlns="http://www.w3.org/2000/svg"><linearGradient id="a"/><path fill="url(#a)" stroke="url(#a)" d="M0 0"/></svg>`,
  },
  'paint in other attributes': {
    sent: `<svg xmlns="http://www.w3.org/2000/svg"><path fill-opacity="url(https://evil.example)" stroke-width="expression(steal())" color="url(#a)" font-family="x;background:url(//evil.example)" transform="attr(onload)" d="M0 0"/></svg>`,
    written: PATH,
    attributes: ['color', 'fill-opacity', 'font-family', 'stroke-width', 'transform'],
  },
  'paint of elsewhere': {
    sent: `<svg xmlns="http://www.w3.org/2000/svg"><path fill="url(https://evil.example/x.svg#a)" stroke="url('//evil.example#a')" mask="url(data:,x#a)" clip-path="u\\72l(https://evil.example#a)" marker-start="image(https://evil.example)" marker-end="url( x#a)" d="M0 0"/></svg>`,
    written: PATH,
    attributes: ['clip-path', 'fill', 'marker-end', 'marker-start', 'mask', 'stroke'],
  },
  'patterns of patterns': {
    sent: `<svg xmlns="http://www.w3.org/2000/svg"><pattern id="a"><rect fill="url(#b)"/><rect fill="url(#b)"/></pattern><pattern id="b"><g><rect stroke="url(#a)"/></g></pattern><mask id="m"><rect mask="url(#m)" fill="url(#g)"/></mask><linearGradient id="g"/><rect fill="url(#a)" mask="url(#m)"/></svg>`,
    written: `<svg xmlns="http://www.w3.org/2000/svg"><pattern id="a"><rect/><rect/></pattern><pattern id="b"><g><rect/></g></pattern><mask id="m"><rect fill="url(#g)"/></mask><linearGradient id="g"/><rect fill="url(#a)" mask="url(#m)"/></svg>`,
    attributes: ['fill', 'mask', 'stroke'],
  },
  'script in another prefix': {
    sent: `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>steal()</s:script><s:path d="M0 0"/></s:svg>`,
    written: PATH,
    elements: ['s:script'],
  },
  'script in cdata': {
    sent: `<svg xmlns="http://www.w3.org/2000/svg"><title><![CDATA[<script>steal()</script>]]></title><style><![CDATA[</style><script>steal()</script>]]></style><path d="M0 0"/></svg>`,
    written: `<svg xmlns="http://www.w3.org/2000/svg"><title>&lt;script&gt;steal()&lt;/script&gt;</title><path d="M0 0"/></svg>`,
    elements: ['style'],
  },
  'script of html': {
    sent: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:h="http://www.w3.org/1999/xhtml"><h:script>steal()</h:script><path d="M0 0"/></svg>`,
    written: PATH,
    elements: ['h:script'],
  },
  script: {
    sent: `<svg xmlns="http://www.w3.org/2000/svg"><script>parent.steal()</script><script href="https://evil.example/x.js"/><path d="M0 0"/></svg>`,
    written: PATH,
    elements: ['script'],
  },
  'style sheet': {
    sent: `<?xml version="1.0"?><?xml-stylesheet href="https://evil.example/x.css"?><svg xmlns="http://www.w3.org/2000/svg"><style>@import url(https://evil.example/x.css);</style><path style="fill:url(https://evil.example/#a)" class="a" d="M0 0"/></svg>`,
    written: PATH,
    elements: ['?xml-stylesheet', 'style'],
    attributes: ['class', 'style'],
  },
  'text of markup': {
    sent: `<svg xmlns="http://www.w3.org/2000/svg"><title>&lt;script>steal()&lt;/script></title><desc>&lt;/svg>&lt;img src=x onerror=steal()></desc><path id="a" d="M0 0"/></svg>`,
    written: `<svg xmlns="http://www.w3.org/2000/svg"><title>&lt;script&gt;steal()&lt;/script&gt;</title><desc>&lt;/svg&gt;&lt;img src=x onerror=steal()&gt;</desc><path id="a" d="M0 0"/></svg>`,
  },
  'two meanings of one id': {
    sent: `<svg xmlns="http://www.w3.org/2000/svg"><linearGradient id="g"/><pattern id="g"><rect fill="url(#g)"/></pattern><pattern id="p"><rect fill="url(#g)"/></pattern><rect fill="url(#p)"/></svg>`,
    written: `<svg xmlns="http://www.w3.org/2000/svg"><linearGradient id="g"/><pattern><rect fill="url(#g)"/></pattern><pattern id="p"><rect fill="url(#g)"/></pattern><rect fill="url(#p)"/></svg>`,
    attributes: ['id'],
  },
  'use of elsewhere': {
    sent: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><use href="https://evil.example/x.svg#a"/><use xlink:href="data:image/svg+xml;base64,PHN2Zy8+#a"/><path d="M0 0"/></svg>`,
    written: PATH,
    elements: ['use'],
  },
}

export const REFUSED_SVG: Readonly<Record<string, string>> = {
  'attribute without quotes': `<svg xmlns="http://www.w3.org/2000/svg"><path d=M0/></svg>`,
  'billion laughs': `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>`,
  'comment of html': `<svg xmlns="http://www.w3.org/2000/svg"><!-- --!> <script>steal()</script> --><path d="M0 0"/></svg>`,
  'control character': `<svg xmlns="http://www.w3.org/2000/svg"><text>\u0001</text></svg>`,
  'control reference': `<svg xmlns="http://www.w3.org/2000/svg"><text>&#0;&#x1f;</text></svg>`,
  'doctype in small letters': `<!doctype svg><svg xmlns="http://www.w3.org/2000/svg"><path/></svg>`,
  doctype: `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://evil.example/x.dtd"><svg xmlns="http://www.w3.org/2000/svg"><path/></svg>`,
  'entity alone': `<svg xmlns="http://www.w3.org/2000/svg"><!ENTITY a "b"><path/></svg>`,
  'entity of html': `<svg xmlns="http://www.w3.org/2000/svg"><text>&nbsp;&copy;</text></svg>`,
  'entity of nobody': `<svg xmlns="http://www.w3.org/2000/svg"><text>&constructor;</text></svg>`,
  'external entity': `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>`,
  'nothing to draw': `<svg xmlns="http://www.w3.org/2000/svg"><image href="https://evil.example"/></svg>`,
  'open element': `<svg xmlns="http://www.w3.org/2000/svg"><path>`,
  'other declaration': `<svg xmlns="http://www.w3.org/2000/svg"><!ATTLIST path onload CDATA "steal()"><path/></svg>`,
  page: `<html xmlns="http://www.w3.org/1999/xhtml"><script>steal()</script></html>`,
  'surrogate reference': `<svg xmlns="http://www.w3.org/2000/svg"><text>&#xd800;</text></svg>`,
  'svg of another namespace': `<svg xmlns="http://www.w3.org/1999/xhtml"><path/></svg>`,
  'two documents': `<svg xmlns="http://www.w3.org/2000/svg"><path/></svg><svg xmlns="http://www.w3.org/2000/svg"><path/></svg>`,
  'unknown prefix': `<svg xmlns="http://www.w3.org/2000/svg"><x:script/><path/></svg>`,
}
