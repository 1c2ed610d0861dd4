import assert from 'node:assert/strict';
import { aLiveState, anExecution, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

const ALL = { limit: 1_000, offset: 0 };

for (const durable of [false, true]) {
  storeTest(`a transaction keeps all that it did (durable: ${durable})`, async (store) => {
    const id = await store.transaction(
      async (tx) => {
        const cronJobId = await keep(tx);
        await tx.executions.insert(cronJobId, anExecution(), NOW);
        return cronJobId;
      },
      { durable },
    );
    assert.equal((await store.executions.list(id, ALL)).total, 1);
  });

  storeTest(`a transaction that throws leaves nothing (durable: ${durable})`, async (store) => {
    const id = await keep(store);
    const boom = new Error('boom');
    await assert.rejects(
      store.transaction(
        async (tx) => {
          await tx.executions.insert(id, anExecution(), NOW);
          await keep(tx, { name: 'other' });
          throw boom;
        },
        { durable },
      ),
      boom,
    );
    assert.equal((await store.executions.list(id, ALL)).total, 0);
    assert.deepEqual(
      (await store.cronJobs.all()).map(({ name }) => name),
      ['backup'],
    );
  });
}

storeTest('a statement that failed undoes its transaction even when its error was caught', async (store) => {
  const id = await keep(store);
  const attempt = store.transaction(async (tx) => {
    await tx.executions.insert(id, anExecution(), NOW);
    await tx.executions.insert(999_999, anExecution(), NOW).catch(() => false);
  });
  await assert.rejects(attempt, /FOREIGN KEY|foreign key/);
  assert.equal((await store.executions.list(id, ALL)).total, 0);
});

storeTest('nothing can be written through a transaction after its end', async (store) => {
  let leaked: Parameters<Parameters<typeof store.transaction>[0]>[0] | null = null;
  await store.transaction(async (tx) => {
    leaked = tx;
    await keep(tx);
  });
  await assert.rejects(keep(leaked!, { name: 'late' }), /transaction has ended/);
  assert.equal((await store.cronJobs.all()).length, 1);
});

storeTest('hundreds of statements started together keep their order', async (store) => {
  const id = await keep(store);
  await store.transaction((tx) =>
    Promise.all(
      Array.from({ length: 500 }, (_, index) => tx.cronJobs.setLive(id, aLiveState({ nextRunAt: index }))),
    ),
  );
  assert.equal((await store.cronJobs.all())[0]?.nextRunAt, 499);
});

storeTest('transactions started at once run one after another', async (store) => {
  const id = await keep(store);
  const order: string[] = [];
  const run = (name: string) =>
    store.transaction(async (tx) => {
      order.push(`${name} begins`);
      await tx.executions.insert(id, anExecution(), NOW);
      await tx.executions.insert(id, anExecution(), NOW);
      order.push(`${name} ends`);
    });
  await Promise.all([run('a'), run('b')]);
  assert.deepEqual(order, ['a begins', 'a ends', 'b begins', 'b ends']);
  assert.equal((await store.executions.list(id, ALL)).total, 4);
});

storeTest('a write outside of a transaction waits for the open one and is kept', async (store) => {
  const id = await keep(store);
  let outside: Promise<unknown> = Promise.resolve();
  await assert.rejects(
    store.transaction(async (tx) => {
      await tx.executions.insert(id, anExecution(), NOW);
      outside = keep(store, { name: 'outside' });
      throw new Error('undone');
    }),
  );
  await outside;
  assert.equal((await store.executions.list(id, ALL)).total, 0);
  assert.deepEqual(
    (await store.cronJobs.all()).map(({ name }) => name),
    ['backup', 'outside'],
  );
});

storeTest('closing waits for a transaction that was begun, and twice is harmless', async (store) => {
  const id = await keep(store);
  const written = store.transaction((tx) => tx.executions.insert(id, anExecution(), NOW));
  await Promise.all([store.close(), store.close()]);
  assert.equal(await written, true);
  await store.close();
  await assert.rejects(keep(store), /closed/);
});
