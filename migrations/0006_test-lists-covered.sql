DROP INDEX `tests_start`;--> statement-breakpoint
DROP INDEX `tests_kind_created`;--> statement-breakpoint
DROP INDEX `tests_newest`;--> statement-breakpoint
DROP INDEX `tests_name`;--> statement-breakpoint
DROP INDEX `tests_facets`;--> statement-breakpoint
CREATE INDEX `tests_kind_created` ON `tests` (`deleted_at`,`test_type`,`subject`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `tests_newest` ON `tests` (`deleted_at`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `tests_name` ON `tests` (`deleted_at`,test_name collate nocase,`id`);--> statement-breakpoint
CREATE INDEX `tests_facets` ON `tests` (`deleted_at`,`test_type`,`subject`,`difficulty`,`start_date_time`,`end_date_time`,`test_name`,`id`);