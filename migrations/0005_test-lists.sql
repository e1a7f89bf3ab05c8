DROP INDEX `tests_type_subject_created`;--> statement-breakpoint
DROP INDEX `tests_created`;--> statement-breakpoint
CREATE INDEX `tests_kind_created` ON `tests` (`test_type`,`subject`,`created_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `tests_newest` ON `tests` (`created_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `tests_name` ON `tests` (test_name collate nocase,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `tests_start` ON `tests` (`start_date_time`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `tests_facets` ON `tests` (`test_type`,`subject`,`difficulty`,`start_date_time`,`end_date_time`,`test_name`,`created_at`,`id`) WHERE deleted_at is null;