/**
 * How a mail address is read. Its domain may have letters of any alphabet („müller.de“), which mail servers are told in
 * ASCII; before the @ are plain letters alone, for many servers take no others (RFC 6531 is rarely spoken).
 */
export type MailAddressRead = { ok: true; local: string; domain: string } | ({ ok: false } & MailAddressFault)

/**
 * Why an address cannot be used, and what would be right.
 * - `no-at`, `no-domain`: something is missing
 * - `local`: letters before the @ that mail servers do not take
 * - `unreadable`: anything else
 */
export type MailAddressFault = {
  reason: 'no-at' | 'no-domain' | 'local' | 'unreadable'
  /** What was meant, where that is plain. */
  suggestion: string | null
}

const localPart = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]$/
const asciiDomain = /^(?=.{4,253}$)(?:(?!-)[a-z\d-]{1,63}(?<!-)\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/

/** An address as somebody typed it; blanks around it and points behind it do not count. `domain` is in ASCII. */
export function readMailAddress(typed: string): MailAddressRead {
  const text = typed
    .normalize('NFKC')
    .trim()
    .replace(/[.\s]+$/, '')
  const found = split(text)
  if (found) return { ok: true, ...found }
  const suggestion = suggest(text)
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 0) return { ok: false, reason: 'no-at', suggestion }
  if (/[^\0-\x7f]/.test(local) && inAscii(domain) !== null)
    return { ok: false, reason: 'local', suggestion: null }
  if (local !== '' && !domain.includes('.')) return { ok: false, reason: 'no-domain', suggestion }
  return { ok: false, reason: 'unreadable', suggestion }
}

function split(text: string): { local: string; domain: string } | null {
  const at = text.indexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  const domain = inAscii(text.slice(at + 1))
  return domain !== null && local.length <= 64 && localPart.test(local) ? { local, domain } : null
}

/** „müller.de“ → `xn--mller-kva.de`; null for what is no domain. */
function inAscii(domain: string): string | null {
  // What an address of the web may have besides its host.
  if (/[\s/\\:?#@%[\]<>]/.test(domain) || !URL.canParse(`http://${domain}`)) return null
  const { hostname } = new URL(`http://${domain}`)
  return asciiDomain.test(hostname) ? hostname : null
}

/** Slips of the finger and of address books, mended; null where that makes no address. */
function suggest(text: string): string | null {
  const mended = text
    .replace(/^.*<(.*)>.*$/, '$1')
    .replace(/^mailto:/i, '')
    .replace(/\s*(?:\(at\)|\[at\]|\{at\}|\s+at\s+)\s*/i, '@')
    .replace(/^["'<(]+|[>"')]+$/g, '')
    .replace(/@+/g, '@')
    .replace(/\s*([@.,;])\s*/g, '$1')
    .replace(/[,;:]+$/, '')
    .replace(/[,;]/g, '.')
    .replace(/\.{2,}/g, '.')
    .replace(/^\.|\.(?=@)|(?<=@)\./g, '')
    .replace(/^(www\.)(?=.*@)/i, '')
  // Two addresses, or a sentence, are nobody's slip.
  if (/\s/.test(mended) || mended === text) return null
  return split(mended) ? mended : null
}
