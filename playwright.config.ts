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
  timeout: 30_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: process.env.SHOP_URL,
    browserName: 'chromium',
    launchOptions: launchOptions(),
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})
