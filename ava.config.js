// Tests are compiled first and run from dist; processes, not threads, so that tests can start workers of their own.
export default {
  files: ['dist/test/**/*.test.js'],
  require: ['./dist/test/pin-seed.js'],
  workerThreads: false,
  timeout: '10m',
  concurrency: 2,
};
