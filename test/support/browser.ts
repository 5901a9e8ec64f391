// A real Chromium without a window, for the tests of pages. It is taken from the machine (CHROMIUM_BIN, or `chromium` or
// `google-chrome` on the PATH); nothing is fetched.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_BIN'];
  if (given) return given;
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not this one.
      }
    }
  }
  return undefined;
}

/** Undefined: there is one. */
export function chromiumUnavailable(): string | undefined {
  return findChromium() === undefined ? 'no Chromium on the PATH (and CHROMIUM_BIN is not set)' : undefined;
}

export async function startBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(chromiumUnavailable());
  return chromium.launch({
    executablePath,
    // Root in a container has no sandbox; the rest keeps it from calling home.
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
}
