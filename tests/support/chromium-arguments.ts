/**
 * How the tests start Chromium. Each new context is a window of the whole browser, which loads two pages of its own for the
 * suggestions under an address bar that nobody sees: two thirds of a second of processor for every test. They are switched
 * off; a second list replaces Playwright's, so its names stand here as well.
 */
const PLAYWRIGHTS_OWN = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

const SUGGESTIONS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  `--disable-features=${[...PLAYWRIGHTS_OWN, ...SUGGESTIONS].join(',')}`,
];
