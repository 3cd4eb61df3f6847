#ifndef SQLITE_ACCOUNTING_H
#define SQLITE_ACCOUNTING_H

/// Has SQLite keep no account of the memory that it uses, in the whole process.
///
/// In C, because Swift can't call `sqlite3_config`, which takes any number of arguments. Nobody else in the process may be in SQLite
/// meanwhile.
/// Returns SQLite's result code: 0, or 21 (SQLITE_MISUSE) if SQLite was used before, and nothing has changed then.
int sqlite_keep_no_accounts(void);

#endif
