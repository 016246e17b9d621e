/**
 * Nothing of a letter does anything here: no scripts, no forms, no pictures from outside, no links that lead on. It keeps
 * its origin, which without scripts gives it nothing: so its frame can be looked into, as checks of accessibility do.
 */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin"

/** A letter as a page of its own, to be shown in a frame; null: there is none. */
export function letterPage(letter: { html: string } | null): Response {
  if (!letter) return new Response(null, { status: 404 })
  return new Response(letter.html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** What browsers may open in a tab of their own; anything else is saved. */
const opened = new Set(['application/pdf', 'image/png', 'image/jpeg', 'text/plain'])

/** A file that went out with a mail; null: there is none. */
export function fileAnswer(
  file: { filename: string; contentType: string; content: Buffer } | null,
): Response {
  if (!file) return new Response(null, { status: 404 })
  const { filename, contentType, content } = file
  const how = opened.has(contentType) ? 'inline' : 'attachment'
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': opened.has(contentType) ? contentType : 'application/octet-stream',
      'content-disposition': `${how}; filename*=UTF-8''${encodeURIComponent(filename)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  })
}
