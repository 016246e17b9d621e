import { defineConfig } from '@playwright/test'
import { launchOptions } from './tests/setup/browser.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results/journeys',
  globalSetup: './tests/setup/running-shop.ts',
  // A test that passes only sometimes is a fault, here or in the shop.
  retries: 0,
  workers: 2,
  fullyParallel: true,
  // They only bound what hangs: a busy machine may take its time.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: process.env.SHOP_URL,
    browserName: 'chromium',
    launchOptions: launchOptions(),
    // A headless browser says that it is one, and robots are not shown the error page.
    userAgent:
      'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    // What cannot be pressed is told with its reason; at a test's own end that is lost.
    actionTimeout: 20_000,
  },
})
