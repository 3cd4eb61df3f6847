#include "SQLiteAccounting.h"

#include <sqlite3.h>

int sqlite_keep_no_accounts(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
