import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../lib/seeded-random.ts';
import { redact } from './redact.ts';

const CASES: readonly { readonly name: string; readonly text: string; readonly redacted: string }[] = [
  {
    name: 'a bearer token goes, the scheme stays',
    text: 'GET /v1 with Bearer abc123.def-456',
    redacted: 'GET /v1 with Bearer [redacted]',
  },
  {
    name: 'an Authorization header loses its value whatever the scheme',
    text: 'authorization: Basic dXNlcjpwYXNz\nAuthorization: Bearer short',
    redacted: 'authorization: [redacted]\nAuthorization: [redacted]',
  },
  {
    name: 'words after bearer that are no token stay',
    text: 'bearer authentication failed, no bearer token given',
    redacted: 'bearer authentication failed, no bearer token given',
  },
  {
    name: 'a JSON Web Token goes wherever it stands',
    text: 'session eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl ended',
    redacted: 'session [redacted] ended',
  },
  {
    name: 'an AWS access key id goes',
    text: 'using AKIAIOSFODNN7EXAMPLE in eu-west-1',
    redacted: 'using [redacted] in eu-west-1',
  },
  {
    name: 'an AWS secret key goes by its name',
    text: 'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    redacted: 'aws_secret_access_key = [redacted]',
  },
  {
    name: 'a password in an assignment goes with its quotes',
    text: `DB_PASSWORD=hunter2 pwd='a b' "password": "x\\"y", user=bob`,
    redacted: 'DB_PASSWORD=[redacted] pwd=[redacted] "password": [redacted], user=bob',
  },
  {
    name: 'a password inside a JSON string of a JSON log goes',
    text: String.raw`{"msg":"{\"password\":\"hunter2\",\"user\":\"bob\"}"}`,
    redacted: String.raw`{"msg":"{\"password\":[redacted],\"user\":\"bob\"}"}`,
  },
  {
    name: 'a password given as an option goes',
    text: 'mysqldump --password hunter2 --host db --api-key=k1',
    redacted: 'mysqldump --password [redacted] --host db --api-key=[redacted]',
  },
  {
    name: 'a URL keeps its scheme and host and loses its user and password',
    text: 'connect postgres://app:p@ss@db:5432/main and https://example.org/a:b',
    redacted: 'connect postgres://[redacted]@db:5432/main and https://example.org/a:b',
  },
  {
    name: 'the path of an incoming webhook goes',
    text: 'POST https://hooks.slack.com/services/T0/B0/x1y2 -> 200',
    redacted: 'POST https://hooks.slack.com/services/[redacted] -> 200',
  },
  {
    name: 'tokens that tell themselves by their prefix go',
    text: `ghp_${'a'.repeat(36)} glpat-${'b'.repeat(20)} xoxb-${'1'.repeat(12)}`,
    redacted: '[redacted] [redacted] [redacted]',
  },
  {
    name: 'a private key block goes, the lines around it stay',
    text: 'a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nb',
    redacted: 'a\n[redacted]\nb',
  },
  {
    name: 'a private key block that is cut off goes to the end',
    text: 'a\n-----BEGIN PRIVATE KEY-----\nMIIE',
    redacted: 'a\n[redacted]',
  },
  {
    name: 'a private key of PGP goes',
    text: 'a\n-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQOY\n-----END PGP PRIVATE KEY BLOCK-----\nb',
    redacted: 'a\n[redacted]\nb',
  },
  {
    name: 'the user and password of curl, the password of mysql and of sshpass go',
    text: 'curl -sS -u ann:pw1 https://x\nmysqldump -h db -uroot -psecret main\nsshpass -p pw2 ssh db',
    redacted:
      'curl -sS -u [redacted] https://x\nmysqldump -h db -uroot -p[redacted] main\nsshpass -p [redacted] ssh db',
  },
  {
    name: 'cookies go with all that is in them',
    text: 'Set-Cookie: sid=abc; Path=/\n{"cookie":"a=b; c=d","status":200}',
    redacted: 'Set-Cookie: [redacted]\n{"cookie":[redacted],"status":200}',
  },
  {
    name: 'the signature of a signed link goes, the link stays',
    text: 'GET https://b.s3.amazonaws.com/k?X-Amz-Credential=AK%2F1&X-Amz-Signature=abc&X-Amz-Expires=60',
    redacted:
      'GET https://b.s3.amazonaws.com/k?X-Amz-Credential=[redacted]&X-Amz-Signature=[redacted]&X-Amz-Expires=60',
  },
  {
    name: 'a token in the place of a user of a URL goes, a user stays',
    text: 'clone https://abcdefghij0123456789@git.example.org ssh://git@git.example.org',
    redacted: 'clone https://[redacted]@git.example.org ssh://git@git.example.org',
  },
  {
    name: "a registry's entry in a Docker configuration goes",
    text: '{"auths":{"r.example":{"auth":"dXNlcjpwYXNz"}}}',
    redacted: '{"auths":{"r.example":{"auth":[redacted]}}}',
  },
  {
    name: 'a value in YAML goes',
    text: 'db:\n  user: ann\n  password: hunter\n  token: abc123\nclient-key-data: TUlJRQ==',
    redacted: 'db:\n  user: ann\n  password: [redacted]\n  token: [redacted]\nclient-key-data: [redacted]',
  },
  {
    name: 'a connection string loses its password alone',
    text: 'Server=db;User Id=ann;Password=pw;Encrypt=true',
    redacted: 'Server=db;User Id=ann;Password=[redacted];Encrypt=true',
  },
  {
    name: 'a short name for a password goes where it ends a name',
    text: 'DB_PASS=x pass: y bypass=on compass: north',
    redacted: 'DB_PASS=[redacted] pass: [redacted] bypass=on compass: north',
  },
  {
    name: 'what a log says about tokens and secrets stays',
    text: 'invalid token: signature is wrong\nsecret: not found in shop\nMountVolume failed: secret "db" not found',
    redacted:
      'invalid token: signature is wrong\nsecret: not found in shop\nMountVolume failed: secret "db" not found',
  },
  {
    name: 'an ordinary log stays as it is',
    text: 'read 512 tokens in 3s: ok\nkey: value\nfailed to find the secret in namespace shop',
    redacted: 'read 512 tokens in 3s: ok\nkey: value\nfailed to find the secret in namespace shop',
  },
];

describe('redact', () => {
  for (const { name, text, redacted } of CASES) it(name, () => assert.equal(redact(text), redacted));

  const TOKENS: readonly string[] = [
    `hf_${'a'.repeat(34)}`,
    `dckr_pat_${'a'.repeat(27)}`,
    `dop_v1_${'a'.repeat(64)}`,
    `shpat_${'a'.repeat(32)}`,
    `sk_live_${'a'.repeat(24)}`,
    `whsec_${'a'.repeat(32)}`,
    `glrt-${'a'.repeat(20)}`,
    `xapp-1-${'A'.repeat(30)}`,
    `AIza${'a'.repeat(35)}`,
    `ya29.${'a'.repeat(40)}`,
    `GOCSPX-${'a'.repeat(28)}`,
    `pypi-${'A'.repeat(60)}`,
    `sk-proj-${'a'.repeat(40)}`,
    `sq0atp-${'a'.repeat(22)}`,
    `ATATT3${'x'.repeat(30)}`,
    `hvs.${'a'.repeat(24)}`,
    `SG.${'a'.repeat(22)}.${'b'.repeat(43)}`,
    `AGE-SECRET-KEY-1${'A'.repeat(58)}`,
    `123456789:AA${'a'.repeat(33)}`,
    `SK${'0'.repeat(32)}`,
    `ASIA${'A'.repeat(16)}`,
    `github_pat_${'a'.repeat(40)}`,
  ];
  for (const token of TOKENS) {
    it(`a token goes that begins like ${token.slice(0, 8)}`, () => {
      assert.equal(redact(`using ${token}, ok`), 'using [redacted], ok');
    });
  }

  it('no secret in any of the usual places survives, whatever characters it has', () => {
    const random = seededRandom('redact');
    const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=_-.~!#$%^*';
    const places: readonly ((secret: string) => string)[] = [
      (secret) => `PASSWORD=${secret}`,
      (secret) => `export API_KEY="${secret}"`,
      (secret) => `{"clientSecret": "${secret}", "n": 1}`,
      (secret) => `--db-password ${secret} --verbose`,
      (secret) => `Authorization: Bearer ${secret}`,
      (secret) => `mysql://root:${secret.replaceAll('/', 'x')}@db/main`,
      (secret) => `aws_session_token = '${secret}'`,
      (secret) => `password: ${secret}`,
      (secret) => `Cookie: id=${secret}`,
      (secret) => `curl -u ann:${secret} https://x`,
    ];
    for (let round = 0; round < 2_000; round++) {
      const secret = `q${Array.from({ length: 12 + (round % 30) }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')}7`;
      const text = places[round % places.length]!(secret);
      const redacted = redact(`before ${text}\nafter`);
      assert.ok(!redacted.includes(secret), `${text} -> ${redacted}`);
      assert.ok(redacted.startsWith('before ') && redacted.endsWith('\nafter'), redacted);
    }
  });

  for (const { name, redacted } of CASES) {
    it(`leaves alone what it made: ${name}`, () => assert.equal(redact(redacted), redacted));
  }

  const HOSTILE = [
    'eyJ-',
    'eyJaaaaa.',
    'password="',
    '://a:',
    '--',
    'bearer ',
    'secret:\\"',
    'password=\'"',
    'curl ',
    'mysql -',
    '?sig=',
    'cookie:',
    '"auth":"',
    'a://aaaaaaaaaaaaaaaaaaaaaaaa',
    'SG.aaaaaaaaaaaaaaaaaaaa',
    'sk-',
    'token: ',
    '12345678:AA',
  ];
  for (const piece of HOSTILE) {
    it(`takes linear time over repetitions of ${piece}`, () => {
      const text = piece.repeat(Math.ceil(500_000 / piece.length));
      const started = performance.now();
      redact(text);
      // Linear takes some 20 ms; quadratic would take minutes.
      assert.ok(performance.now() - started < 2_000);
    });
  }
});
