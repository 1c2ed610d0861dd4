import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toConfig } from './config.ts';
import { describeSettings } from './describe-settings.ts';
import type { Given } from './settings.ts';
import { anEnv, type EnvSource } from './testing.ts';

function settingOf(name: string, flags: Given, env: EnvSource = {}) {
  const whole = anEnv(env);
  const result = toConfig(flags, whole);
  assert.equal(result.kind, 'config');
  const { value, source } = describeSettings(flags, whole, result.config).find((each) => each.name === name)!;
  return [value, source];
}

const CASES: readonly { name: string; setting: string; flags: Given; env?: EnvSource; is: string[] }[] = [
  { name: 'a flag is told as the source', setting: 'Port', flags: { port: '9000' }, is: ['9000', 'flag'] },
  {
    name: 'a flag is the source where the environment says something too',
    setting: 'Port',
    flags: { port: '9000' },
    env: { PUNCTUAL_PORT: '9001' },
    is: ['9000', 'flag'],
  },
  {
    name: 'the environment is told as the source',
    setting: 'Log level',
    flags: {},
    env: { PUNCTUAL_LOG_LEVEL: 'debug' },
    is: ['debug', 'environment'],
  },
  {
    name: 'what nobody gave is a default',
    setting: 'Cluster',
    flags: {},
    is: ['the sandbox in this process', 'default'],
  },
  {
    name: 'the cluster around the Pod comes from the environment',
    setting: 'Cluster',
    flags: {},
    env: { inCluster: true },
    is: ['the cluster around this Pod', 'environment'],
  },
  {
    name: 'a kubeconfig is told with its context',
    setting: 'Cluster',
    flags: { kubeconfig: '/c', context: 'staging' },
    is: ['/c, context staging', 'flag'],
  },
  {
    name: 'a number of days is told with its unit',
    setting: 'Retention of failed runs',
    flags: { retentionDays: '1' },
    is: ['1 day', 'default'],
  },
  {
    name: 'credentials in the public URL are hidden',
    setting: 'Public URL',
    flags: { publicUrl: 'https://me:hunter2@punctual.example' },
    is: ['https://me:[secret]@punctual.example', 'flag'],
  },
];

for (const { name, setting, flags, env, is } of CASES) {
  test(name, () => assert.deepEqual(settingOf(setting, flags, env), is));
}
