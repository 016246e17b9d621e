import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/**
 * Where Chromium and Chrome lie when the system has them. The one without windows of its own takes 60 % of the time of
 * the others; it is what Playwright would start by itself.
 */
const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser the journeys run in: the system's, else the one Playwright downloaded, else `null`. */
function findBrowser(): string | null {
  return [...systemBrowsers, playwrightBrowser()].find(isUsable) ?? null
}

/** How every test of the project launches it. */
export function launchOptions(): { executablePath?: string; args: string[] } {
  const executablePath = findBrowser()
  return {
    ...(executablePath === null ? {} : { executablePath }),
    args: [
      // Chromium's sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // Without a graphics card its work is done by a process that imitates one: a third of the work of a page.
      '--disable-gpu',
      '--disable-software-rasterizer',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

/**
 * Finds a browser or gets one: Playwright's download, else Debian's package when this is root.
 * @param run runs a command and resolves with whether it succeeded
 * @returns its path, or `null` when there is no way
 */
export async function ensureBrowser(
  run: (file: string, args: string[]) => Promise<boolean>,
): Promise<string | null> {
  const found = findBrowser()
  if (found !== null) return found
  await run('playwright', ['install', 'chromium', '--no-shell'])
  if (isUsable(playwrightBrowser())) return playwrightBrowser()
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  // Also brings the libraries that Playwright's own would need.
  await run('apt-get', ['update'])
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await run('apt-get', ['install', '-y', '--no-install-recommends', name])
    const installed = findBrowser()
    if (installed !== null) return installed
  }
  return null
}

function playwrightBrowser(): string {
  return chromium.executablePath()
}

/** Some systems have a placeholder that only says what to install, or lack the libraries. */
function isUsable(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}
